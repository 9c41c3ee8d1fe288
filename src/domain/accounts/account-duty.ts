import type { Actor } from '../actor.ts';
import { describeFactorDuty } from './roles/staff-factor.ts';
import { formatUtcTime } from './suspension.ts';

interface AccountDuty {
  text: string;
  /** The page where it is done. */
  to: string;
  label: string;
}

/**
 * What somebody reads on every page who has to do something about the own account: a moderator or admin who needs a
 * second factor, and who has API keys from before there were scopes. Null for everybody else.
 */
export function findAccountDuty(
  actor: Pick<Actor, 'heldRole' | 'factorDueAt' | 'isFactorOverdue' | 'keysChangeAt'>,
): AccountDuty | null {
  const text = describeFactorDuty(actor);
  if (text !== null)
    return { text, to: '/settings/security/authenticator', label: 'Set up an authenticator app' };
  if (actor.keysChangeAt === null) return null;
  return {
    text: `From ${formatUtcTime(actor.keysChangeAt)} UTC, your API keys can only read and write for you.`,
    to: '/settings/applications',
    label: 'Look at your keys',
  };
}
