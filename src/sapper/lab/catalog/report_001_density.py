"""Report 001: contradiction, counted arrangements, and a way to break ties."""

from sapper.lab.experiment import Chart, Claim, Experiment
from sapper.lab.settings import TENTHS, names, survey

ABOVE_02 = names([20], [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9])

EXPERIMENT = Experiment(
    name="001-density",
    question="On 20×20 boards of rising density, what does each step gain: proof by contradiction, the lowest counted "
    "risk, ties to the cell in most equations?",
    settings=survey([20], TENTHS),
    agents=("basic", "contradiction", "double", "triple"),
    report="001",
    source="figures of the sections Basic Agent to Triple Improved Agent",
    claims=(
        Claim(
            "Proof by contradiction is ahead of the basic agent from density 0.2 to 0.7.",
            better="contradiction",
            worse="basic",
            settings=names([20], [0.2, 0.3, 0.4, 0.5, 0.6, 0.7]),
            source="section Improved Agent - CSP",
        ),
        Claim(
            "Contradiction and the basic agent are never far apart (within 10 points).",
            better="contradiction",
            worse="basic",
            within=0.1,
            source="section Improved Agent - CSP",
        ),
        Claim(
            "Guessing by counted arrangements is ahead of contradiction alone at densities above 0.2.",
            better="double",
            worse="contradiction",
            settings=ABOVE_02,
            source="section Double Improved Agent",
        ),
        Claim(
            "At densities above 0.2 it is ahead of the basic agent too.",
            better="double",
            worse="basic",
            settings=ABOVE_02,
            source="section Double Improved Agent",
        ),
        Claim(
            "Ties to the cell in most equations put triple ahead of double at every density.",
            better="triple",
            worse="double",
            source="section Triple Improved Agent",
        ),
        Claim(
            "Triple is ahead of contradiction at every density.",
            better="triple",
            worse="contradiction",
            source="section Triple Improved Agent",
        ),
        Claim(
            "Triple is ahead of the basic agent at every density.",
            better="triple",
            worse="basic",
            source="section Triple Improved Agent",
        ),
        Claim(
            "The agent that guesses best opens fewest mines.",
            better="triple",
            worse="basic",
            measure="mines_opened",
            source="figures of the sections Basic Agent and Triple Improved Agent",
        ),
    ),
    charts=(
        Chart("Score by density, 20×20", "score", "density"),
        Chart("Mines opened by density, 20×20", "mines_opened", "density"),
    ),
    tags=("density",),
)
