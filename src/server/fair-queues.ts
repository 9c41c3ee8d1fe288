import { randomUUID } from 'node:crypto';
import { createFairQueue } from '#adapters/fair-queue.ts';
import { createGate, createGates } from '#domain/catalogue/gate.ts';
import type { Asker, FairQueues } from '#domain/fair-queues.ts';
import { fairShare } from '#shared/limits.ts';
import { Refusal } from '#shared/refusals.ts';

const full = Symbol('full');

/** Makes the queues of a node. */
export function createFairQueues(): FairQueues {
  const [pages, lists] = [createShares(), createShares()];
  const allLists = createGate(fairShare.lists);
  return {
    act: createActions(),
    read: pages,
    list: (asker, work) => lists(asker, () => refuseFull(allLists(work, full))),
  };
}

/** A queue for each account, and one in which the addresses of visitors take turns. */
function createActions(): FairQueues['act'] {
  const ofAccounts = createGates(fairShare.account);
  const { visitors, address: share } = fairShare;
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
  const ofAccounts = createGates(fairShare.account);
  const ofAddresses = createGates(fairShare.address);
  return <Result>({ actor, request }: Asker, work: () => Promise<Result>) =>
    refuseFull(actor ? ofAccounts(actor.id, work, full) : ofAddresses(request.address, work, full));
}

async function refuseFull<Result>(passed: Promise<Result | typeof full>): Promise<Result> {
  const result = await passed;
  if (result !== full) return result;
  throw busy();
}

function busy(): Refusal {
  return new Refusal('rate-limited', {
    text: 'Too many requests at once. Please wait a moment and try again.',
    retryAfterMs: fairShare.retryMs,
  });
}
