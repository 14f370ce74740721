"""The serial line to a real motor board: register map, transport and the board behind them."""
