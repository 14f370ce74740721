"""The one record of a table: what happened, in a chain of hashes, safe against power cuts.

Records (:mod:`.records`) become canonical bytes (:mod:`.codec`) and links of a chain
(:mod:`.chain`); a database (:mod:`.database`) in numbered segments (:mod:`.segments`) holds
them. The ledger (:mod:`.ledger`) reads them back into the table's state (:mod:`.fold`) and writes
on; a thread (:mod:`.writer`) keeps its waiting away from the event loop. Walls are written sealed
(:mod:`.seals`) until their hand has ended. The recorder (:mod:`.recorder`) hears the controller.
"""
