import type { Account, SuspensionState } from './model.ts';
import type { World } from './simulation-state.ts';

/** The suspension of an account if it is acknowledged and not expired or changed since; otherwise null. */
export function getKnownSuspension(
  { time }: Pick<World, 'time'>,
  { suspension }: Account,
): SuspensionState | null {
  if (!suspension?.suspended) return null;
  return suspension.until === null || time < suspension.until ? suspension : null;
}

/** The state of an account if it is acknowledged that it is not suspended; otherwise null. */
export function getKnownActiveState({ suspension }: Account): SuspensionState | null {
  return suspension && !suspension.suspended ? suspension : null;
}

/**
 * Runs `work`, which suspends or restores an account and returns the new state, or null if it is unknown.
 * The state is also unknown if several such changes run at once, because their order is unknown.
 */
export async function changeSuspension(
  account: Account,
  work: () => Promise<SuspensionState | null>,
): Promise<void> {
  account.moderations.begun += 1;
  account.moderations.underWay += 1;
  account.suspension = null;
  const { begun, underWay } = account.moderations;
  try {
    const suspension = await work();
    const wasAlone = underWay === 1 && account.moderations.begun === begun;
    if (wasAlone) account.suspension = suspension;
  } finally {
    account.moderations.underWay -= 1;
  }
}
