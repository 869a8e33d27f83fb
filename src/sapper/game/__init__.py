"""The hidden truth: layouts, the drawing of clues, the game itself. Nothing here thinks."""
