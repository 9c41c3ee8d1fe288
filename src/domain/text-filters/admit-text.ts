import { and, eq } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { moderationLog, users } from '#database/schema.ts';
import { isModeratorRole } from '#shared/constants/accounts/roles.ts';
import type { Ctx } from '../context.ts';
import { getSiteSettings } from '../site/read-site-settings.ts';
import { checkText, type FilterVerdict } from './check-text.ts';
import { requireFewerWaiting } from './waiting-things.ts';

/** What happens to a new thing. */
export interface Admission {
  /** What filters decided about its texts. */
  verdict: FilterVerdict | null;
  /** Whether it waits until a moderator approves it. */
  waits: boolean;
  /** Checks at the start of the work of the transaction that it may wait. @throws AppError `waiting-limit`. */
  requireRoom: (tx: Queryable) => Promise<void>;
}

type AdmitCtx = Parameters<typeof checkText>[0];

/**
 * Decides about a new thing of the actor by its texts, see `checkText`, and by the age of the account. Call it
 * before the transaction.
 * @throws AppError `text-refused`.
 */
export async function admitNewThing(
  ctx: AdmitCtx,
  userId: string,
  texts: Readonly<Record<string, string>>,
): Promise<Admission> {
  const verdict = await checkText(ctx, texts);
  const waits = verdict?.act === 'wait' || (await isOnApproval(ctx, userId));
  return createAdmission(userId, verdict, waits);
}

/** The same for a change of a thing that everybody sees: only filters count. @throws AppError `text-refused`. */
export async function admitChange(
  ctx: AdmitCtx,
  userId: string,
  texts: Readonly<Record<string, string>>,
): Promise<Admission> {
  const verdict = await checkText(ctx, texts);
  return createAdmission(userId, verdict, verdict?.act === 'wait');
}

function createAdmission(userId: string, verdict: FilterVerdict | null, waits: boolean): Admission {
  const requireRoom = async (tx: Queryable) => {
    if (waits) await requireFewerWaiting(tx, userId);
  };
  return { verdict, waits, requireRoom };
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Whether new things of an account wait: it is younger than an admin chose, and moderators have approved fewer of
 * its things than an admin chose. Guests count as new. Moderators and admins do not wait.
 */
export async function isOnApproval(
  ctx: Pick<Ctx, 'db' | 'clock' | 'readCache'>,
  userId: string,
): Promise<boolean> {
  const { waitingTexts, waitingDays } = await getSiteSettings(ctx);
  if (waitingTexts === 0) return false;
  const [account] = await ctx.db
    .select({ role: users.role, registeredAt: users.registeredAt })
    .from(users)
    .where(eq(users.id, userId));
  if (!account || isModeratorRole(account.role)) return false;
  const { registeredAt } = account;
  const newSince = ctx.clock.now().getTime() - waitingDays * dayMs;
  if (registeredAt !== null && registeredAt.getTime() < newSince) return false;
  const approvals = await ctx.db
    .select({ id: moderationLog.id })
    .from(moderationLog)
    .where(and(eq(moderationLog.targetId, userId), eq(moderationLog.act, 'approve')))
    .limit(waitingTexts);
  return approvals.length < waitingTexts;
}
