import { and, count, eq } from 'drizzle-orm';
import { cards, marketFirstDays } from '#database/schema.ts';
import { marketConstants } from '#shared/constants/market.ts';
import type { AppErrorCode } from '#shared/errors/app-error.ts';
import { isConfirmationDue } from '../accounts/registration/request-confirmation.ts';
import { requireActor } from '../accounts/require-actor.ts';
import type { Ctx } from '../context.ts';
import { openItems } from './sell-card.ts';
import { firstDayEnd, isCoolingDown, newSince } from './seller-rules.ts';

/** What a seller is to know before a form is sent. Cents. */
export interface SellingLimits {
  /** Why nothing can be sold at all; null for who may sell. */
  barred: Extract<AppErrorCode, 'guest-not-allowed' | 'unconfirmed-email'> | null;
  /** Open listings, and how many more there may be. */
  open: number;
  room: number;
  feePercent: number;
  /** For who is new here: until when sales are limited, and what can still be sold until then. */
  firstDay: { endsAt: Date; left: number } | null;
}

/** What the rules say to the actor as a seller. @throws Refusal `login-required`. */
export async function getSellingLimits(ctx: Ctx): Promise<SellingLimits> {
  const { id, registeredAt } = requireActor(ctx);
  const since = newSince(ctx, registeredAt);
  const [barred, open, sold] = await Promise.all([
    whyBarred(ctx),
    openItems(ctx.db, id),
    since ? soldOnFirstDay(ctx, id) : 0,
  ]);
  return {
    barred,
    open,
    room: Math.max(0, marketConstants.openMax - open),
    feePercent: ctx.rules.marketFeePercent,
    firstDay: since && {
      endsAt: firstDayEnd(since),
      left: Math.max(0, marketConstants.firstDayCents - sold),
    },
  };
}

/** The actor's copies that cannot be sold yet, by card; none but in the first 24 hours. */
export async function listResting(
  ctx: Ctx,
): Promise<{ gameId: number; kindId: string; copies: number }[]> {
  const { id, registeredAt } = requireActor(ctx);
  const since = newSince(ctx, registeredAt);
  if (!since) return [];
  return ctx.db
    .select({ gameId: cards.gameId, kindId: cards.kindId, copies: count() })
    .from(cards)
    .where(and(eq(cards.ownerId, id), eq(cards.state, 'held'), isCoolingDown(id, since)))
    .groupBy(cards.gameId, cards.kindId);
}

async function whyBarred(ctx: Ctx): Promise<SellingLimits['barred']> {
  const actor = requireActor(ctx);
  if (actor.role === 'guest') return 'guest-not-allowed';
  if (ctx.mailer.delivers && (await isConfirmationDue(ctx, actor))) return 'unconfirmed-email';
  return null;
}

async function soldOnFirstDay({ db }: Ctx, userId: string): Promise<number> {
  const [row] = await db
    .select({ sold: marketFirstDays.sold })
    .from(marketFirstDays)
    .where(eq(marketFirstDays.userId, userId));
  return row?.sold ?? 0;
}
