import { randomUUID } from 'node:crypto';
import {
  createConcurrencyLimiter,
  createConcurrencyLimiters,
} from '#domain/lib/concurrency-limiter.ts';
import type { FairQueues, QueueCaller } from '#domain/lib/fair-queue-port.ts';
import { createFairQueue } from '#integrations/lib/fair-queue.ts';
import { fairShareConstants } from '#shared/constants/requests.ts';
import { AppError } from '#shared/errors/app-error.ts';

const full = Symbol('full');

/** Makes the queues of a node. */
export function createFairQueues(): FairQueues {
  const [pages, lists] = [createShares(), createShares()];
  const allLists = createConcurrencyLimiter(fairShareConstants.lists);
  return {
    act: createActions(),
    read: pages,
    list: (asker, work) => lists(asker, () => refuseFull(allLists(work, full))),
  };
}

/** A queue for each account, and one in which the addresses of visitors take turns. */
function createActions(): FairQueues['act'] {
  const ofAccounts = createConcurrencyLimiters(fairShareConstants.account);
  const { visitors, address: share } = fairShareConstants;
  const ofVisitors = createFairQueue({
    parallel: visitors.atOnce,
    parallelPerAddress: share.atOnce,
    waiting: {
      total: visitors.waitingMax,
      perAddress: share.waitingMax,
      perAccount: visitors.waitingPerAccount,
    },
    refusal: busy,
  });
  // A form that names no account takes a turn of its own.
  return ({ actor, request, account = randomUUID() }, work) =>
    actor
      ? refuseFull(ofAccounts(actor.id, work, full))
      : ofVisitors({ address: request.address, account }, work);
}

/** A queue for each account, and for each address of visitors. */
function createShares() {
  const ofAccounts = createConcurrencyLimiters(fairShareConstants.account);
  const ofAddresses = createConcurrencyLimiters(fairShareConstants.address);
  return <Result>({ actor, request }: QueueCaller, work: () => Promise<Result>) =>
    refuseFull(actor ? ofAccounts(actor.id, work, full) : ofAddresses(request.address, work, full));
}

async function refuseFull<Result>(passed: Promise<Result | typeof full>): Promise<Result> {
  const result = await passed;
  if (result !== full) return result;
  throw busy();
}

function busy(): AppError {
  return new AppError('rate-limited', {
    text: 'Too many requests at once. Please wait a moment and try again.',
    retryAfterMs: fairShareConstants.retryMs,
  });
}
