import { randomUUID } from 'node:crypto';
import {
  createConcurrencyLimiter,
  createConcurrencyLimiters,
} from '#domain/lib/concurrency-limiter.ts';
import type { FairQueues, QueueCaller } from '#domain/lib/fair-queue-port.ts';
import { createFairQueue } from '#integrations/lib/fair-queue.ts';
import { fairShareConstants } from '#shared/constants/http-requests.ts';
import { AppError } from '#shared/errors/app-error.ts';

const full = Symbol('full');

/** Creates the fair queues of a node. */
export function createFairQueues(): FairQueues {
  const [pages, lists] = [createOwnQueues(), createOwnQueues()];
  const allLists = createConcurrencyLimiter(fairShareConstants.lists);
  return {
    actions: createActionQueue(),
    reads: pages,
    longLists: (caller, work) => lists(caller, () => throwIfFull(allLists(work, full))),
  };
}

/** A queue for each account, and one for all visitors in which their IP addresses alternate. */
function createActionQueue(): FairQueues['actions'] {
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
    createError: createBusyError,
  });
  // A form without an account counts as one of its own.
  return ({ actor, request, account = randomUUID() }, work) =>
    actor
      ? throwIfFull(ofAccounts(actor.id, work, full))
      : ofVisitors({ address: request.address, account }, work);
}

/** A queue for each account, and for each IP address of visitors. */
function createOwnQueues() {
  const ofAccounts = createConcurrencyLimiters(fairShareConstants.account);
  const ofAddresses = createConcurrencyLimiters(fairShareConstants.address);
  return <Result>({ actor, request }: QueueCaller, work: () => Promise<Result>) =>
    throwIfFull(
      actor ? ofAccounts(actor.id, work, full) : ofAddresses(request.address, work, full),
    );
}

/** @throws AppError `rate-limited` if the queue is full. */
async function throwIfFull<Result>(pending: Promise<Result | typeof full>): Promise<Result> {
  const result = await pending;
  if (result !== full) return result;
  throw createBusyError();
}

function createBusyError(): AppError {
  return new AppError('rate-limited', {
    text: 'Too many requests at once. Please wait a moment and try again.',
    retryAfterMs: fairShareConstants.retryMs,
  });
}
