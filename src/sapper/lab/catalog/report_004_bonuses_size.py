"""Report 004: the better guess on boards of growing size."""

from sapper.lab.experiment import Chart, Claim, Experiment
from sapper.lab.settings import names, survey

SIDES = (5, 10, 15, 20, 25, 30)
DENSITY = 0.3
ALL = names(SIDES, [DENSITY])
WHERE = "section 7, figures 38 to 40"


def _falls(agent: str) -> Claim:
    return Claim(
        f"The score of {agent} falls as the board grows.",
        agent,
        agent,
        settings=ALL[:-1],
        against=ALL[1:],
        source=WHERE,
    )


EXPERIMENT = Experiment(
    name="004-bonuses-size",
    question="At 30 % mines, how does the gain of the better guess change as boards grow?",
    settings=survey(SIDES, [DENSITY], series="density {density}", x="side"),
    agents=("basic", "charles", "charles+select"),
    report="004",
    source=WHERE,
    claims=(
        _falls("basic"),
        _falls("charles"),
        _falls("charles+select"),
        Claim("The better guess is ahead of charles at every size.", "charles+select", "charles", source=WHERE),
        Claim("The better guess is ahead of basic at every size.", "charles+select", "basic", source=WHERE),
        Claim(
            "It needs fewer guesses than charles at every size.", "charles+select", "charles", "guesses", source=WHERE
        ),
        Claim("It takes less time than charles.", "charles+select", "charles", "seconds", source=WHERE),
    ),
    charts=(
        Chart("Score by size, density 0.3", "score", "side of the board"),
        Chart("Guesses by size, density 0.3", "guesses", "side of the board"),
        Chart("Seconds per game, density 0.3", "seconds", "side of the board"),
    ),
    tags=("size", "guesses", "time"),
)
