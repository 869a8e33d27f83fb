"""What a player may see: grids, rules, views, moves and their texts. Values only, no truth and no thinking."""
