/** The caller whose work waits in the queue. */
export interface QueueCaller {
  /** The IP address of the request, IPv6 by its /64 network. */
  address: string;
  /** Identifies the account that the work is for. */
  account: string;
}

interface QueueOptions {
  /** How many jobs run at the same time. */
  parallel: number;
  /** How many of them for one IP address; `parallel` by default. */
  parallelPerAddress?: number;
  waiting: {
    /**
     * In all. When the queue is full, the last job of the IP address with the most waiting jobs is
     * rejected.
     */
    total: number;
    perAddress: number;
    perAccount: number;
  };
  /** Creates the error for a caller whose work is rejected. */
  createError: () => Error;
}

interface Waiter {
  start(): void;
  reject(): void;
}

type Line = Map<string, Waiter[]>;

/**
 * Creates a queue that runs a few jobs at a time. IP addresses take turns, and within an IP address its
 * accounts: a caller with a thousand jobs waits for its own, and others wait for one of them.
 */
export function createFairQueue(options: QueueOptions) {
  const { parallel, parallelPerAddress = parallel, waiting, createError } = options;
  let running = 0;
  const runningOf = new Map<string, number>();
  let size = 0;
  /** The first IP address is the next one, and so is its first account. */
  const lines = new Map<string, Line>();

  function enqueue({ address, account }: QueueCaller, waiter: Waiter): void {
    const line = lines.get(address) ?? new Map<string, Waiter[]>();
    const jobsOfAccount = line.get(account) ?? [];
    const length = lengthOf(line);
    if (jobsOfAccount.length >= waiting.perAccount || length >= waiting.perAddress)
      throw createError();
    if (size >= waiting.total) rejectOne(length);
    jobsOfAccount.push(waiter);
    line.set(account, jobsOfAccount);
    lines.set(address, line);
    size += 1;
  }

  /**
   * Rejects the last job of the longest line, unless it is no longer than the caller's line of
   * `length`.
   */
  function rejectOne(length: number): void {
    const [address, longest] = [...lines].reduce((most, one) =>
      lengthOf(one[1]) > lengthOf(most[1]) ? one : most,
    );
    if (lengthOf(longest) <= length + 1) throw createError();
    const [account, waiters] = [...longest].reduce((most, one) =>
      one[1].length >= most[1].length ? one : most,
    );
    const rejected = waiters.pop();
    size -= 1;
    if (waiters.length === 0) longest.delete(account);
    if (longest.size === 0) lines.delete(address);
    rejected?.reject();
  }

  const mayStart = (address: string) => (runningOf.get(address) ?? 0) < parallelPerAddress;

  /** The next waiting job whose IP address may start one. Its IP address and account move to the end. */
  function takeNext(): Waiter | undefined {
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
        enqueue(caller, { start, reject: () => reject(createError()) });
      });
    }
    try {
      return await work();
    } finally {
      // The place goes directly to the next waiting job, so that no new call can overtake it.
      end(address);
      takeNext()?.start();
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
