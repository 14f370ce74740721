"""The table on an MQTT broker: retained state out, a few commands in, found by Home Assistant."""
