// Samples a site and its load at regular times.

export class Sampler {
  // `say` prints one sample in six.
  constructor(site, crowd, say, intervalMs) {
    this.site = site;
    this.crowd = crowd;
    this.say = say;
    this.intervalMs = intervalMs;
    this.rows = [];
  }

  async start() {
    this.startedAt = performance.now();
    this.last = await this.look();
    this.sampled = Promise.resolve();
    this.timer = setInterval(() => this.next(), this.intervalMs);
  }

  // The last one is of what is left.
  async stop() {
    clearInterval(this.timer);
    await this.next();
    return this.rows;
  }

  next() {
    return (this.sampled = this.sampled.then(() => this.sample()));
  }

  async look() {
    const usage = await this.site.usage();
    const { figures } = this.crowd;
    const { echo, answer, opening, moves, failures } = figures;
    const counts = { echo: echo.count, answer: answer.count, opening: opening.count };
    return { at: performance.now(), usage, own: ownCpu(), figures, counts, moves, failures };
  }

  async sample() {
    const last = this.last;
    const now = (this.last = await this.look());
    // Each phase has new figures.
    const before = now.figures === last.figures ? last : { counts: {}, moves: 0, failures: 0 };
    const seconds = (now.at - last.at) / 1000;
    const percentile = (name, share) => now.figures[name].percentile(share, before.counts[name]);
    const row = {
      seconds: (now.at - this.startedAt) / 1000,
      matches: this.crowd.connected,
      moves_per_second: (now.moves - before.moves) / seconds,
      memory_mb: now.usage.memory,
      database_mb: now.usage.database,
      server_cores: now.usage.cpu && (now.usage.cpu - last.usage.cpu) / seconds,
      generator_cores: (now.own - last.own) / seconds,
      generator_memory_mb: process.memoryUsage.rss() / 1e6,
      echo_p50_ms: percentile("echo", 0.5),
      echo_p95_ms: percentile("echo", 0.95),
      echo_p99_ms: percentile("echo", 0.99),
      answer_p95_ms: percentile("answer", 0.95),
      opening_p95_ms: percentile("opening", 0.95),
      errors: now.failures - before.failures,
    };
    for (const name in row) row[name] = row[name] === null ? null : Math.round(100 * row[name]) / 100;
    this.rows.push(row);
    if (this.rows.length % 6 === 0) this.report(row);
  }

  report({ seconds, memory_mb: memory, moves_per_second: moves, echo_p95_ms: echo, errors }) {
    const minute = (seconds / 60).toFixed(0);
    this.say(`minute ${minute}: ${memory} MB, ${moves} moves a second, echo p95 ${echo} ms, ${errors} errors`);
  }
}

export function csv(rows) {
  const names = Object.keys(rows[0] ?? {});
  const lines = rows.map((row) => names.map((name) => row[name] ?? "").join(","));
  return [names.join(","), ...lines, ""].join("\n");
}

// Seconds of processor time of the generator.
export function ownCpu() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
