import { randomUUID } from 'node:crypto';
import {
  createConcurrencyLimiter,
  createConcurrencyLimiters,
} from '#domain/lib/concurrency-limiter.ts';
import type { FairQueues, QueueCaller } from '#domain/lib/fair-queue-port.ts';
import { createFairQueue } from '#integrations/lib/fair-queue.ts';
import { fairShareConstants } from '#shared/constants/server/http-requests.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { toCustomerNetwork } from '../http/security/client-ip-address.ts';

const full = Symbol('full');

/** Creates the fair queues of a node. */
export function createFairQueues(): FairQueues {
  const lists = createOwnQueues();
  const allLists = createConcurrencyLimiter(fairShareConstants.lists);
  return {
    actions: createActionQueue(),
    reads: createReadQueue(),
    longLists: (caller, work) => lists(caller, () => throwIfFull(allLists(work, full))),
  };
}

/** A queue for each account, and one for all visitors in which their IP addresses alternate. */
function createActionQueue(): FairQueues['actions'] {
  const ofAccounts = createConcurrencyLimiters(fairShareConstants.account);
  const { visitors } = fairShareConstants;
  const ofVisitors = createVisitorQueue(visitors.atOnce, visitors.waitingPerAccount);
  // A form without an account counts as one of its own.
  return ({ actor, request, account = randomUUID() }, work) =>
    actor
      ? throwIfFull(ofAccounts(actor.id, work, full))
      : ofVisitors({ address: toCustomerNetwork(request.address), account }, work);
}

/** The same for pages. The networks of one customer alternate, too. */
function createReadQueue(): FairQueues['reads'] {
  const ofAccounts = createConcurrencyLimiters(fairShareConstants.account);
  const { visitors, address } = fairShareConstants;
  const ofVisitors = createVisitorQueue(visitors.pagesAtOnce, address.waitingMax);
  return ({ actor, request }, work) =>
    actor
      ? throwIfFull(ofAccounts(actor.id, work, full))
      : ofVisitors({ address: toCustomerNetwork(request.address), account: request.address }, work);
}

function createVisitorQueue(atOnce: number, waitingPerAccount: number) {
  const { visitors, address: share } = fairShareConstants;
  return createFairQueue({
    parallel: atOnce,
    parallelPerAddress: share.atOnce,
    waiting: {
      total: visitors.waitingMax,
      perAddress: share.waitingMax,
      perAccount: waitingPerAccount,
    },
    createError: createBusyError,
  });
}

/** A queue for each account, and for each IP address of visitors. */
function createOwnQueues() {
  const ofAccounts = createConcurrencyLimiters(fairShareConstants.account);
  const ofAddresses = createConcurrencyLimiters(fairShareConstants.address);
  return <Result>({ actor, request }: QueueCaller, work: () => Promise<Result>) =>
    throwIfFull(
      actor
        ? ofAccounts(actor.id, work, full)
        : ofAddresses(toCustomerNetwork(request.address), work, full),
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
