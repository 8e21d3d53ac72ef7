// Whether a short search is answered at once, whatever else the engines have to do: strangers play
// against an engine that needs no time, one of them each game, beside others who keep all engines
// busy.

import { Visitor } from "../../test/sockets/visitor.mjs";
import { severalAtOnce } from "./crowd.mjs";
import { begun, Eager, OTHERS, SHORT } from "./eager.mjs";
import { Figures, PAUSE_MS } from "./figures.mjs";
import { onSite } from "./on_site.mjs";
import { address, GAMES } from "./player.mjs";
import { aim, errorCount, errorTable, ms, number, table } from "./report.mjs";

const LONG = "mcts:ms=5000";
// The last level of every game.
const STRONGEST = "owl";
// Of the answer, without the site's pause.
const AIM_MS = 200;
// Each address of the others has so many unwatched matches.
const MATCHES_PER_ADDRESS = 10;

export async function fair(options) {
  const { longSearches, unwatched } = options;
  const rows = [];
  const aims = [];
  const errors = new Figures();
  const problems = [];
  const beside = async (name, searches, begin) => {
    const played = await play(options, searches, begin);
    const { answer } = played.figures;
    rows.push([name, ...row(played)]);
    if (searches > 0) aims.push(aim(`answer beside ${name}, p95`, withoutPause(answer.percentile(0.95)), AIM_MS, "ms"));
    errors.addErrors(played.errors);
    problems.push(...played.problems);
    options.say(`beside ${name}: answer p95 ${ms(answer.percentile(0.95))} ms`);
  };
  await beside("nobody", 0, () => {});
  await beside(`${longSearches} searches of 5 s of one visitor`, longSearches, think);
  await beside(`${unwatched} unwatched matches of the strongest level`, unwatched, leave);

  return {
    tables: [
      table("Times in ms of moves against an engine that takes no time", ["beside", ...COLUMNS], rows),
      errorTable(errors, { problems }),
    ],
    aims: [...aims, aim("errors", errorCount(errors, { problems }), 1)],
  };
}

const COLUMNS = ["searches", "answers", "echo p95", "answer p50", "p95", "max", "without the pause p50", "p95", "max"];

function row({ searches, figures: { echo, answer } }) {
  const times = [0.5, 0.95, 1].map((share) => answer.percentile(share));
  return [
    number(searches, 0),
    answer.count,
    ms(echo.percentile(0.95)),
    ...times.map(ms),
    ...times.map((time) => ms(withoutPause(time))),
  ];
}

function withoutPause(time) {
  return time === null ? null : time - PAUSE_MS;
}

// Strangers play while others have so many searches, on a site of their own. `begin` starts these
// searches; if it returns a crowd, that keeps them going.
function play(options, searches, begin) {
  const { strangerMoves, seed } = options;
  return onSite(options, async ({ site }) => {
    const others = await begin(site, options);
    const strangers = new Eager(site.base, seed, SHORT, strangerMoves * GAMES.length);
    try {
      const before = await begun(site, searches);
      await strangers.playAll(GAMES.length);
      const after = await site.searches();
      const errors = new Figures();
      for (const crowd of [strangers, others]) if (crowd) errors.addErrors(crowd.figures);
      return { figures: strangers.figures, searches: Math.min(before, after), errors, problems: site.problems };
    } finally {
      strangers.close();
      others?.close();
    }
  });
}

// One visitor who answers every move at once, so that all their opponents always think.
class Busy extends Eager {
  one;

  visitor() {
    return (this.one ??= new Visitor(this.base, address(OTHERS)));
  }
}

async function think(site, { longSearches, seed }) {
  const busy = new Busy(site.base, seed, LONG);
  // Before the visitor has a cookie, each of their pages would be another visitor's.
  await busy.visitor().get("/");
  await busy.arrive(longSearches);
  await busy.openAll();
  return busy;
}

// Matches between two engines: a look wakes each, and then nobody watches. One visitor may not start
// as many.
async function leave(site, { unwatched }) {
  const numbers = Array.from({ length: unwatched }, (_, number) => number);
  await severalAtOnce(numbers, async (number) => {
    const visitor = new Visitor(site.base, address(OTHERS + Math.floor(number / MATCHES_PER_ADDRESS)));
    const game = GAMES[number % GAMES.length];
    const page = await visitor.startMatch({ game, opponent: "watch", first: STRONGEST, second: STRONGEST });
    page.close();
  });
}
