"""The only place where truth meets mind: games played by agents."""
