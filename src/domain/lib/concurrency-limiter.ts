import pLimit from 'p-limit';

interface Bounds {
  atOnce: number;
  waitingMax: number;
}

/** Lets `atOnce` works through at a time, in the order of their coming, while `waitingMax` more wait. */
export function createConcurrencyLimiter({ atOnce, waitingMax }: Bounds) {
  const limit = pLimit(atOnce);

  /** What `work` comes to, or `full` at once where too many wait already. */
  return async function pass<Result, Full>(
    work: () => Promise<Result>,
    full: Full,
  ): Promise<Result | Full> {
    if (limit.activeCount + limit.pendingCount >= atOnce + waitingMax) return full;
    return limit(work);
  };
}

/** A gate of its own for each of what `name` says, for as long as somebody is in it. */
export function createConcurrencyLimiters(bounds: Bounds) {
  const gates = new Map<
    string,
    { pass: ReturnType<typeof createConcurrencyLimiter>; inside: number }
  >();

  return async function pass<Result, Full>(
    name: string,
    work: () => Promise<Result>,
    full: Full,
  ): Promise<Result | Full> {
    const gate = gates.get(name) ?? { pass: createConcurrencyLimiter(bounds), inside: 0 };
    gates.set(name, gate);
    gate.inside += 1;
    try {
      return await gate.pass(work, full);
    } finally {
      gate.inside -= 1;
      if (gate.inside === 0) gates.delete(name);
    }
  };
}
