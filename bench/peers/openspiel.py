"""Runs OpenSpiel's tree search, which is written in C++, for src/openspiel.rs.

Reads lines of the form

    GAME SIMULATIONS UCT_C SEED

from standard input. For each line it searches from the start of the game, on one thread,
without the solver and with one uniform rollout per simulation, and prints the CPU time of
the search in seconds.
"""

import sys
import time

import pyspiel

UNLIMITED_MEMORY = 0


def bot_for(game, simulations, uct_c, seed):
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=seed)
    return pyspiel.MCTSBot(
        game,
        evaluator,
        uct_c,
        simulations,
        UNLIMITED_MEMORY,
        solve=False,
        seed=seed,
        verbose=False,
    )


def seconds(name, simulations, uct_c, seed):
    game = pyspiel.load_game(name)
    start = game.new_initial_state()
    bot = bot_for(game, simulations, uct_c, seed)
    begun = time.process_time()
    bot.step(start)
    return time.process_time() - begun


def check():
    """Checks that OpenSpiel counts simulations as we do, one rollout each."""
    game = pyspiel.load_game("tic_tac_toe")
    root = bot_for(game, 1_000, 2.0, 1).mcts_search(game.new_initial_state())
    assert root.explore_count == 1_000, root.explore_count


def main():
    check()
    print("ready", flush=True)
    for line in sys.stdin:
        name, simulations, uct_c, seed = line.split()
        print(seconds(name, int(simulations), float(uct_c), int(seed)), flush=True)


if __name__ == "__main__":
    main()
