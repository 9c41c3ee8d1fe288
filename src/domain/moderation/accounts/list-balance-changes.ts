import { sql } from 'drizzle-orm';
import { bigintText, nullable, oneOf, text, timestamptz, uuid } from '#database/column-types.ts';
import { declareStatement } from '#database/prepared-query.ts';
import { moderationLog, users } from '#database/schema.ts';
import type { Ctx } from '../../context.ts';
import { requireRight } from '../../permissions/require-right.ts';

const changesShown = 20;
const balanceActs = ['give-money', 'take-money'] as const;

interface Row {
  id: string;
  act: (typeof balanceActs)[number];
  /** Usernames as typed. */
  account: string;
  admin: string | null;
  amount: string;
  reason: string;
  at: Date;
}

// The acts are in the text of the statement: only then the planner uses the index of these rows.
const readChanges = declareStatement<Row, Record<string, never>>(
  {
    id: uuid,
    act: oneOf(balanceActs),
    account: text,
    admin: nullable(text),
    amount: bigintText,
    reason: text,
    at: timestamptz,
  },
  sql`select entry.id, entry.act, target.display_username as account,
      moderator.display_username as admin, (entry.details ->> 'amount')::bigint as amount,
      entry.reason, entry.at
    from ${moderationLog} as entry
    join ${users} as target on target.id = entry.target_id
    left join ${users} as moderator on moderator.id = entry.moderator_id
    where entry.act in ('give-money', 'take-money')
    order by entry.id desc limit ${sql.raw(String(changesShown))}`,
);

/** Money that an admin gave or took. `amount` is in cents. */
export type BalanceChangeEntry = Awaited<ReturnType<typeof listBalanceChanges>>[number];

/** Lists the last grants and fines, the newest first. @throws AppError `login-required`, `admins-only`. */
export async function listBalanceChanges(ctx: Ctx) {
  requireRight(ctx, 'see-economy');
  const rows = await readChanges(ctx.db, {});
  return rows.map(({ amount, ...row }) => ({ ...row, amount: Number(amount) }));
}
