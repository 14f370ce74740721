"""All tables of a parlour at a glance, from the broker that they are on."""
