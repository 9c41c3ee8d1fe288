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
  /** How many jobs of one IP address run at the same time; `parallel` by default. */
  parallelPerAddress?: number;
  /** How many jobs may wait. */
  waiting: {
    /** If this many jobs wait, a job of the IP address with the most waiting jobs is rejected. */
    total: number;
    perAddress: number;
    perAccount: number;
  };
  /** Creates the error for a caller whose work is rejected. */
  createError: () => Error;
}

interface WaitingJob {
  start(): void;
  reject(): void;
}

/** The waiting jobs of one IP address, by account. */
type Line = Map<string, WaitingJob[]>;

/**
 * Creates a queue that runs a few jobs at a time. Each IP address in turn starts one job, and so does each
 * account of an IP address. So a caller with a thousand jobs hardly delays the jobs of others.
 */
export function createFairQueue(options: QueueOptions) {
  const { parallel, parallelPerAddress = parallel, waiting, createError } = options;
  let running = 0;
  const runningOf = new Map<string, number>();
  let size = 0;
  /** The lines by IP address. The first IP address starts the next job, and its first account. */
  const lines = new Map<string, Line>();

  function enqueue({ address, account }: QueueCaller, job: WaitingJob): void {
    const line = lines.get(address) ?? new Map<string, WaitingJob[]>();
    const jobsOfAccount = line.get(account) ?? [];
    const length = lengthOf(line);
    if (jobsOfAccount.length >= waiting.perAccount || length >= waiting.perAddress)
      throw createError();
    if (size >= waiting.total) rejectOne(length);
    jobsOfAccount.push(job);
    line.set(account, jobsOfAccount);
    lines.set(address, line);
    size += 1;
  }

  /**
   * Rejects the last job of the longest line. `length` is the length of the caller's line. If that line would
   * be the longest with the caller's job, it rejects the caller's job instead.
   */
  function rejectOne(length: number): void {
    const [address, longest] = [...lines].reduce((most, one) =>
      lengthOf(one[1]) > lengthOf(most[1]) ? one : most,
    );
    if (lengthOf(longest) <= length + 1) throw createError();
    const [account, jobs] = [...longest].reduce((most, one) =>
      one[1].length >= most[1].length ? one : most,
    );
    const rejected = jobs.pop();
    size -= 1;
    if (jobs.length === 0) longest.delete(account);
    if (longest.size === 0) lines.delete(address);
    rejected?.reject();
  }

  const mayStart = (address: string) => (runningOf.get(address) ?? 0) < parallelPerAddress;

  /** The next waiting job whose IP address may start one. Its IP address and account move to the end. */
  function takeNext(): WaitingJob | undefined {
    const [address, line] = lines.entries().find(([one]) => mayStart(one)) ?? [];
    const [account, jobs] = (line && first(line)) ?? [];
    if (address === undefined || !line || account === undefined) return undefined;
    const job = jobs?.shift();
    size -= 1;
    line.delete(account);
    if (jobs && jobs.length > 0) line.set(account, jobs);
    lines.delete(address);
    if (line.size > 0) lines.set(address, line);
    return job;
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

  /**
   * Gives the place of a job that has ended to the next waiting one, so that no new call can overtake it. Runs in
   * a later turn of the event loop: jobs that wait for nothing would otherwise all run in one turn, in which the
   * requests of others are not even read.
   */
  function startNext(endedAddress: string): void {
    end(endedAddress);
    takeNext()?.start();
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
      if (size === 0) end(address);
      else setImmediate(() => startNext(address));
    }
  };
}

function first<Key, Value>(map: Map<Key, Value>): [Key, Value] | undefined {
  const { value } = map.entries().next();
  return value;
}

function lengthOf(line: Line): number {
  let length = 0;
  for (const jobs of line.values()) length += jobs.length;
  return length;
}
