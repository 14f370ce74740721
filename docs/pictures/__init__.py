"""The README's pictures of the web page, and what takes them."""
