import type { Actor, RequestFacts } from '../base-context.ts';

/** Who asks for work: an account, or where nobody acts the address. */
export interface QueueCaller {
  actor: Pick<Actor, 'id'> | null;
  request: Pick<RequestFacts, 'address'>;
  /** The account that a visitor's form gives a password for, if it does. */
  account?: string | undefined;
}

type Queue = <Result>(asker: QueueCaller, work: () => Promise<Result>) => Promise<Result>;

/**
 * Queues in which each account, or address, has a share of a node: what one asks for waits for the own
 * earlier work and does not delay everybody else. Each serves in order of arrival.
 * @throws Refusal `rate-limited` at once where too much of the own work waits already.
 */
export interface FairQueues {
  /**
   * Forms and function calls. Visitors' addresses take turns, and within one the accounts that are
   * logged in to: many tries at one account do not delay its neighbours.
   */
  act: Queue;
  /** Pages that are made for one reader; they do not wait for the reader's forms. */
  read: Queue;
  /** Long lists, of which a node works on few at once for all together. */
  list: Queue;
}
