"""One coroutine a state: each ends by returning, or by raising the fault that stops it."""
