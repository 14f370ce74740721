"""What the Guiyang family says besides: chickens, beans, ready hands at a win."""

from rules.languages import Text

GUIYANG_TEXTS: dict[str, Text] = {
    "next-dealer.discarder-of-three": Text(
        "of two winners the first, of three the discarder",
        "两家胡先胡者，一炮三响点炮者",
        "二人なら先の和了者、三人なら放銃者",
    ),
}
