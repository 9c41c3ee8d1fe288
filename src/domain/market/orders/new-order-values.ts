import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { cardKinds, cardSetVersionKinds, games, marketOrders, users } from '#database/schema.ts';
import { marketConstants } from '#shared/constants/market/market.ts';
import { isSuspended } from '../../accounts/suspension.ts';
import type { Ctx } from '../../context.ts';
import { type MatchingRules, type OrderValues, toTimeValues } from './find-order-listing-pairs.ts';

const value = sql.placeholder;
const userId = sql`${value('userId')}::uuid`;
const dayMs = 24 * 60 * 60 * 1000;

/** The values of the statements that store a new order. */
export interface NewOrderValues extends OrderValues {
  transferId: string;
  endsAt: Date;
  /** Whether the email address must be confirmed. */
  confirm: boolean;
}

/** An order as its buyer gives it. */
export type NewOrder = Pick<OrderValues, 'userId' | 'gameId' | 'kindId' | 'price' | 'quantity'>;

export function toNewOrderValues(ctx: Ctx & MatchingRules, order: NewOrder): NewOrderValues {
  const time = toTimeValues(ctx);
  return {
    ...time,
    ...order,
    transferId: randomUUID(),
    endsAt: new Date(time.now.getTime() + marketConstants.orderDays * dayMs),
    confirm: ctx.accounts.mailer.canDeliver,
  };
}

/** Selects the card's name with its game (`subject`). No row if the account may not order,
 * there is no such card, or its game is hidden and its trading has ended. */
export const selectAllowedOrder = sql`select kind.name || ' (' || game.name || ')' as subject
    from ${users} as account, ${cardKinds} as kind, ${games} as game
    where account.id = ${userId} and kind.id = ${value('kindId')}::text
      and (kind.game_id is not distinct from (select own.game_id from ${cardKinds} as own
          where own.game_id = ${value('gameId')}::integer limit 1)
        or exists (select from ${cardSetVersionKinds} as part
          where part.game_id = ${value('gameId')}::integer and part.kind_id = kind.id))
      and game.id = ${value('gameId')}::integer and (not game.is_hidden or game.keeps_trading)
      and account.role <> 'guest'
      and not ${isSuspended(sql`${value('now')}::timestamptz`, {
        banned: sql`account.banned`,
        banExpires: sql`account.ban_expires`,
      })}
      and (account.email_verified or not ${value('confirm')}::boolean)
      and (select count(*) from ${marketOrders} where buyer_id = ${userId} and state = 'open')
        < ${sql.raw(String(marketConstants.ordersMax))}`;
