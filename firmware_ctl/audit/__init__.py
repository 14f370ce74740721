"""Hand a table's record out for anybody to check: signed journals, opened walls, QR codes."""
