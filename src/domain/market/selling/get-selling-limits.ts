import { and, count, eq } from 'drizzle-orm';
import { cards, marketFirstDays } from '#database/schema.ts';
import { marketConstants } from '#shared/constants/market/market.ts';
import type { AppErrorCode } from '#shared/errors/app-error.ts';
import { isEmailUnconfirmed } from '../../accounts/registration/request-confirmation.ts';
import type { Ctx } from '../../context.ts';
import { requireActor } from '../../permissions/require-actor.ts';
import { getRules } from '../../site/current-rules.ts';
import { isPartOn } from '../../site/site-parts.ts';
import { getFirstDayEnd, getFirstDayStart, isRestingCard } from './resting-cards.ts';
import { countOpenListings } from './sell-cards.ts';

/** The limits that a seller sees before selling. Money in cents. */
export interface SellingLimits {
  /** Why the actor cannot sell at all; null if the actor can. */
  blockedReason: Extract<
    AppErrorCode,
    'guest-not-allowed' | 'unconfirmed-email' | 'part-off'
  > | null;
  /** The number of open listings, and how many more are allowed. */
  open: number;
  remaining: number;
  feePercent: number;
  /** In the first 24 hours: when the sales limit ends, and for how much the actor can still sell. */
  firstDay: { endsAt: Date; left: number } | null;
}

/** The selling limits of the actor. @throws AppError `login-required` */
export async function getSellingLimits(ctx: Ctx): Promise<SellingLimits> {
  const { id, registeredAt } = requireActor(ctx);
  const since = getFirstDayStart(ctx, registeredAt);
  const [blockedReason, open, sold] = await Promise.all([
    findBlockedReason(ctx),
    countOpenListings(ctx.db, id),
    since ? readSoldOnFirstDay(ctx, id) : 0,
  ]);
  return {
    blockedReason,
    open,
    remaining: Math.max(0, marketConstants.openMax - open),
    feePercent: (await getRules(ctx)).marketFeePercent,
    firstDay: since && {
      endsAt: getFirstDayEnd(since),
      left: Math.max(0, marketConstants.firstDayCents - sold),
    },
  };
}

/**
 * The actor's resting cards, which cannot be sold yet. Empty after the first 24 hours.
 * @throws AppError `login-required`
 */
export async function listRestingCards(
  ctx: Ctx,
): Promise<{ gameId: number; kindId: string; copies: number }[]> {
  const { id, registeredAt } = requireActor(ctx);
  const since = getFirstDayStart(ctx, registeredAt);
  if (!since) return [];
  return ctx.db
    .select({ gameId: cards.gameId, kindId: cards.kindId, copies: count() })
    .from(cards)
    .where(and(eq(cards.ownerId, id), eq(cards.state, 'held'), isRestingCard(id, since)))
    .groupBy(cards.gameId, cards.kindId);
}

async function findBlockedReason(ctx: Ctx): Promise<SellingLimits['blockedReason']> {
  const actor = requireActor(ctx);
  if (!(await isPartOn(ctx, 'market'))) return 'part-off';
  if (actor.role === 'guest') return 'guest-not-allowed';
  if (ctx.accounts.mailer.canDeliver && (await isEmailUnconfirmed(ctx, actor)))
    return 'unconfirmed-email';
  return null;
}

async function readSoldOnFirstDay({ db }: Ctx, userId: string): Promise<number> {
  const [row] = await db
    .select({ sold: marketFirstDays.sold })
    .from(marketFirstDays)
    .where(eq(marketFirstDays.userId, userId));
  return row?.sold ?? 0;
}
