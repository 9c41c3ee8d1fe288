import { createGate, createGates } from '#domain/catalogue/gate.ts';
import type { Asker, FairQueues } from '#domain/fair-queues.ts';
import { fairShare } from '#shared/limits.ts';
import { Refusal } from '#shared/refusals.ts';

const full = Symbol('full');

/** Makes the queues of a node. */
export function createFairQueues(): FairQueues {
  const [actions, pages, lists] = [createShares(), createShares(), createShares()];
  const allLists = createGate(fairShare.lists);
  return {
    act: (asker, work) => (asker.actor ? actions(asker, work) : work()),
    read: pages,
    list: (asker, work) => lists(asker, () => refuseFull(allLists(work, full))),
  };
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
  throw new Refusal('rate-limited', {
    text: 'Too many requests at once. Please wait a moment and try again.',
    retryAfterMs: fairShare.retryMs,
  });
}
