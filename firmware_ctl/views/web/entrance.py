"""The desk at the door: who am I, a PIN, the table's token, and the first PIN of a new table."""

from firmware_ctl.access.desk import PIN_ROLES, AccessDesk, No
from firmware_ctl.access.pins import LONGEST_PIN, SHORTEST_PIN
from firmware_ctl.access.roles import Role, role_for
from firmware_ctl.audit.qr import svg_code
from firmware_ctl.core.commands import COMMANDS
from firmware_ctl.views.web.asked import Answer, Asked, no
from firmware_ctl.views.web.posts import BadPost, read_object, text_of

_STATUS = {"slow-down": 429, "bad-pin": 400, "not-kept": 500}


class Entrance:
    """Lets people in."""

    def __init__(self, access: AccessDesk) -> None:
        self._access = access

    async def me(self, asked: Asked) -> Answer:
        """Tell who asks, and what he may do."""
        access, client = self._access, asked.client
        return Answer(
            {
                "role": asked.role.value,
                "signed_in": asked.session is not None,
                "may": [word.value for word in COMMANDS if asked.role.may(role_for(word))],
                "new": access.is_new,
                "pins": {role.value: access.has_pin(role) for role in PIN_ROLES},
                "may_set": [r.value for r in PIN_ROLES if access.may_set(client, r, asked.role)],
                "shortest": {role.value: digits for role, digits in SHORTEST_PIN.items()},
                "longest": LONGEST_PIN,
                "broken": access.broken if client.local else "",
            }
        )

    async def sign_in(self, asked: Asked) -> Answer:
        """Let somebody in by a PIN."""
        try:
            pin = text_of(read_object(asked.body, ("pin",)), "pin", LONGEST_PIN)
        except BadPost as error:
            return no(400, "bad-request", str(error))
        found = await self._access.sign_in(asked.client, pin)
        if isinstance(found, No):
            return _refused(asked, found)
        session, role = found
        return Answer({"ok": True, "role": role.value}, session=session)

    async def join(self, asked: Asked) -> Answer:
        """Let somebody in by the table's token."""
        try:
            token = text_of(read_object(asked.body, ("token",)), "token", 64)
        except BadPost as error:
            return no(400, "bad-request", str(error))
        if asked.role.may(Role.STAFF):
            return Answer({"ok": True, "role": asked.role.value})
        found = self._access.join(asked.client, token)
        if isinstance(found, No):
            return _refused(asked, found)
        return Answer({"ok": True, "role": Role.TOKEN.value}, session=found)

    async def sign_out(self, asked: Asked) -> Answer:
        """Let somebody go."""
        self._access.sign_out(asked.session)
        return Answer({"ok": True}, session="")

    async def set_pin(self, asked: Asked) -> Answer:
        """Set a PIN."""
        try:
            given = read_object(asked.body, ("role", "pin"))
            role, pin = text_of(given, "role"), text_of(given, "pin", 64)
        except BadPost as error:
            return no(400, "bad-request", str(error))
        if role not in PIN_ROLES:
            return no(400, "bad-request", f"role is one of {', '.join(PIN_ROLES)}")
        session = await self._access.set_pin(asked.client, asked.role, Role(role), pin)
        if isinstance(session, No):
            return _refused(asked, session)
        keeps = asked.role is Role.TECHNICIAN and role == Role.STAFF and asked.session is not None
        return Answer({"ok": True, "role": role}, session=None if keeps else session)

    async def token(self, asked: Asked) -> Answer:
        """Tell tonight's way to the table."""
        evening = self._access.table_token().evening
        return Answer({"address": self._address(asked), "evening": evening})

    async def token_picture(self, asked: Asked) -> Answer:
        """Show it as a QR code."""
        return Answer(svg_code(self._address(asked)).encode(), media_type="image/svg+xml")

    def _address(self, asked: Asked) -> str:
        return f"http://{asked.host}/#join={self._access.table_token().text}"


def _refused(asked: Asked, why: No) -> Answer:
    text = asked.say(why.key, seconds=why.wait_s, why=why.why)
    return no(_STATUS.get(why.code, 403), why.code, text, wait_s=why.wait_s)
