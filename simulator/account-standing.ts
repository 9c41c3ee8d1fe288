import type { Account, Standing } from './model.ts';
import type { World } from './world.ts';

/** A suspension that was acknowledged and that nothing has touched since; null for none. */
export function isBarred({ time }: Pick<World, 'time'>, { standing }: Account): Standing | null {
  if (!standing?.suspended) return null;
  return standing.until === null || time < standing.until ? standing : null;
}

/** Tells that an account is not suspended, as far as was acknowledged; else null. */
export function isFree({ standing }: Account): Standing | null {
  return standing && !standing.suspended ? standing : null;
}

/**
 * Does `work`, which suspends or restores an account and answers what that makes of it, null when it does
 * not know. Of several at once nobody knows which was last: then the standing is unknown, too.
 */
export async function changeStanding(
  account: Account,
  work: () => Promise<Standing | null>,
): Promise<void> {
  account.moderations.begun += 1;
  account.moderations.underWay += 1;
  account.standing = null;
  const { begun, underWay } = account.moderations;
  try {
    const standing = await work();
    const alone = underWay === 1 && account.moderations.begun === begun;
    if (alone) account.standing = standing;
  } finally {
    account.moderations.underWay -= 1;
  }
}
