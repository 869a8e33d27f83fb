"""What all tests share: how much hypothesis may try."""

from hypothesis import settings

# Derandomized: a failure today is a failure tomorrow. No deadline: the first call may compile a kernel.
settings.register_profile("sapper", deadline=None, derandomize=True, max_examples=100)
settings.load_profile("sapper")
