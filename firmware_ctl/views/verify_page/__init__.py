"""The page that checks a journal or a wall in a browser, without any server: one HTML file."""

from firmware_ctl.views.verify_page.assembling import page, policy

__all__ = ["page", "policy"]
