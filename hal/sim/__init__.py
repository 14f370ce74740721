"""The simulated table: a plant of tiles and mechanics, and a board that drives it."""
