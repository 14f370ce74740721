"""Many tables' deals evaluated together: who mixes badly, and what the whole fleet's evidence is.

Deals go into Parquet files, parted by table (DuckDB, embedded); each part is judged on its own, by
this process, by several, or by the workers of a Dask cluster; the reports are merged again. Tables'
e-values are averaged, which holds whatever they share, and never multiplied.
"""
