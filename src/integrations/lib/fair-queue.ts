/** Whom waiting work is done for. */
export interface QueueCaller {
  /** The network address of the request, IPv6 by its /64 network. */
  address: string;
  /** What names the account that is asked for. */
  account: string;
}

interface QueueOptions {
  /** How many do their work at the same time. */
  parallel: number;
  /** How many of them for one address; `parallel` when not given. */
  parallelPerAddress?: number;
  waiting: {
    /** In all; a caller whose address has more waiting than others gives way to theirs. */
    total: number;
    perAddress: number;
    perAccount: number;
  };
  /** What somebody gets for whom there is no place. */
  refusal: () => Error;
}

interface Waiter {
  start(): void;
  refuse(): void;
}

type Line = Map<string, Waiter[]>;

/**
 * Does work for many callers a little at a time. Addresses take turns, and so do the accounts of one
 * address: whoever asks a thousand times waits for the own work, and others for one piece of it.
 */
export function createFairQueue(options: QueueOptions) {
  const { parallel, parallelPerAddress = parallel, waiting, refusal } = options;
  let running = 0;
  const runningOf = new Map<string, number>();
  let size = 0;
  /** The next address is the first, and within it the next account. */
  const lines = new Map<string, Line>();

  function join({ address, account }: QueueCaller, waiter: Waiter): void {
    const line = lines.get(address) ?? new Map<string, Waiter[]>();
    const own = line.get(account) ?? [];
    const length = lengthOf(line);
    if (own.length >= waiting.perAccount || length >= waiting.perAddress) throw refusal();
    if (size >= waiting.total) makeRoom(length);
    own.push(waiter);
    line.set(account, own);
    lines.set(address, line);
    size += 1;
  }

  /** Refuses the last in the longest line, for a caller whose line has `length`. */
  function makeRoom(length: number): void {
    const [address, longest] = [...lines].reduce((most, one) =>
      lengthOf(one[1]) > lengthOf(most[1]) ? one : most,
    );
    if (lengthOf(longest) <= length + 1) throw refusal();
    const [account, waiters] = [...longest].reduce((most, one) =>
      one[1].length >= most[1].length ? one : most,
    );
    const refused = waiters.pop();
    size -= 1;
    if (waiters.length === 0) longest.delete(account);
    if (longest.size === 0) lines.delete(address);
    refused?.refuse();
  }

  const mayStart = (address: string) => (runningOf.get(address) ?? 0) < parallelPerAddress;

  /** The next in turn whose address has a place; its address and account go to the end. */
  function next(): Waiter | undefined {
    const [address, line] = lines.entries().find(([one]) => mayStart(one)) ?? [];
    const [account, waiters] = (line && first(line)) ?? [];
    if (address === undefined || !line || account === undefined) return undefined;
    const waiter = waiters?.shift();
    size -= 1;
    line.delete(account);
    if (waiters && waiters.length > 0) line.set(account, waiters);
    lines.delete(address);
    if (line.size > 0) lines.set(address, line);
    return waiter;
  }

  function begin(address: string): void {
    running += 1;
    runningOf.set(address, (runningOf.get(address) ?? 0) + 1);
  }

  function end(address: string): void {
    running -= 1;
    const left = (runningOf.get(address) ?? 1) - 1;
    if (left === 0) runningOf.delete(address);
    else runningOf.set(address, left);
  }

  return async function run<T>(caller: QueueCaller, work: () => Promise<T>): Promise<T> {
    const { address } = caller;
    if (running < parallel && mayStart(address)) {
      begin(address);
    } else {
      await new Promise<void>((resolve, reject) => {
        const start = () => {
          begin(address);
          resolve();
        };
        join(caller, { start, refuse: () => reject(refusal()) });
      });
    }
    try {
      return await work();
    } finally {
      // The place passes straight to the next in turn, so that nobody slips in between.
      end(address);
      next()?.start();
    }
  };
}

function first<Key, Value>(map: Map<Key, Value>): [Key, Value] | undefined {
  const { value } = map.entries().next();
  return value;
}

function lengthOf(line: Line): number {
  let length = 0;
  for (const waiters of line.values()) length += waiters.length;
  return length;
}
