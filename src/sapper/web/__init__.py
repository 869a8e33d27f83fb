"""The page and its API: a server for people who play, ask, watch and experiment in a browser (extra `[web]`).

    server ─► app ─► guard ─► api/* ─► sessions   games under way, in memory and in SQLite
                       │         ├───► workers    processes that do the thinking, each under a deadline
                       │         └───► runs       one experiment of the lab at a time
                       └─ sizes, rates, hosts, headers: before any route is reached

What thinks runs in `work/*`, in other processes: it may be killed at any time, and the server goes on.
"""
