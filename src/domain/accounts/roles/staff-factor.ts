import { z } from 'zod';
import type { Queryable } from '#database/client.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { type StaffFactorRule, staffFactor } from '#shared/schemas/administration/site-settings.ts';
import type { Actor } from '../../actor.ts';
import { isFactorOverdue } from '../../permissions/missing-role.ts';
import { hasSecondFactor, readFactors } from '../factors/second-factor.ts';
import { formatUtcTime } from '../suspension.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** What decides whether an account with a role needs a second factor, as the database has it. */
export const staffFactorRow = z.object({
  hasFactor: z.boolean(),
  /** In milliseconds. Null if it was not recorded. */
  roleGivenAt: z.number().nullable(),
  /** The setting of the site; null if it was never changed. */
  rule: z.unknown(),
});
export type StaffFactor = z.output<typeof staffFactorRow>;

/**
 * Until when the account has to set up a second factor; null if it has one or the site requires none. The days are
 * counted from when it became required or the role was given, whichever is later.
 */
export function findFactorDue({ hasFactor, roleGivenAt, rule }: StaffFactor): Date | null {
  if (hasFactor) return null;
  const { isRequired, since, graceDays } = staffFactor.safeParse(rule ?? undefined).data ?? {};
  if (!isRequired || !since || graceDays === undefined) return null;
  return new Date(Math.max(new Date(since).getTime(), roleGivenAt ?? 0) + graceDays * dayMs);
}

/** What somebody reads on every page who needs a second factor for a role; null for everybody else. */
export function describeFactorDuty(
  actor: Pick<Actor, 'heldRole' | 'factorDueAt' | 'isFactorOverdue'>,
): string | null {
  const { heldRole, factorDueAt } = actor;
  if (factorDueAt === null) return null;
  const act =
    heldRole === 'admin'
      ? 'act as an admin'
      : heldRole === 'moderator'
        ? 'act as a moderator'
        : 'use your roles';
  return isFactorOverdue(actor)
    ? `You cannot ${act} until you have a second factor.`
    : `To ${act} after ${formatUtcTime(factorDueAt)} UTC, you need a second factor.`;
}

/**
 * The rule as it is saved. An admin who saves that it is required must have a second factor, so that nobody locks
 * themselves out.
 * @throws AppError `own-factor-first`.
 */
export async function completeStaffFactorRule(
  tx: Queryable,
  {
    adminId,
    before,
    rule,
    now,
  }: {
    adminId: string;
    before: StaffFactorRule;
    rule: Pick<StaffFactorRule, 'isRequired' | 'graceDays'>;
    now: Date;
  },
): Promise<StaffFactorRule> {
  const { isRequired, graceDays } = rule;
  if (!isRequired) return { isRequired, graceDays, since: null };
  if (!hasSecondFactor(await readFactors(tx, adminId))) throw new AppError('own-factor-first');
  return { isRequired, graceDays, since: before.since ?? now.toISOString() };
}
