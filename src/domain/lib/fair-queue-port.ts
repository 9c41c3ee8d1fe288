import type { Actor } from '../actor.ts';
import type { RequestInfo } from '../base-context.ts';

/** The caller of queued work: an account, or for a visitor the IP address. */
export interface QueueCaller {
  actor: Pick<Actor, 'id'> | null;
  request: Pick<RequestInfo, 'address'>;
  /** The account that a visitor tries to log in to, if any. */
  account?: string | undefined;
}

type Queue = <Result>(caller: QueueCaller, work: () => Promise<Result>) => Promise<Result>;

/**
 * Queues in which each account or IP address has a share of a node. A caller's work waits for the
 * caller's earlier work and does not delay others. Each queue works in order of arrival.
 * @throws AppError `rate-limited` at once when too much work of the caller waits already.
 */
export interface FairQueues {
  /**
   * Forms and function calls. IP addresses of visitors take turns, and within an IP address the accounts
   * that are logged in to, so that many logins to one account do not delay others.
   */
  actions: Queue;
  /** Pages that are rendered for one reader. They do not wait for the reader's forms. IP addresses of visitors take turns. */
  reads: Queue;
  /** Long lists. A node builds only a few at once, for all callers together. */
  longLists: Queue;
}
