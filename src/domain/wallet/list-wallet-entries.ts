import { and, count, desc, eq, lt } from 'drizzle-orm';
import { ledgerEntries, type transferKinds } from '#database/schema.ts';
import { walletConstants } from '#shared/constants/wallet.ts';
import { requireActor } from '../accounts/require-actor.ts';
import type { Ctx } from '../context.ts';
import { pageCount } from '../lib/page-count.ts';

export interface WalletEntry {
  id: string;
  kind: (typeof transferKinds)[number];
  subject: string | null;
  /** Cents, negative when money left the wallet. */
  amount: number;
  /** Cents. */
  balanceAfter: number;
  createdAt: Date;
}

const columns = {
  id: ledgerEntries.id,
  kind: ledgerEntries.kind,
  subject: ledgerEntries.subject,
  amount: ledgerEntries.amount,
  balanceAfter: ledgerEntries.balanceAfter,
  createdAt: ledgerEntries.createdAt,
};

/** A page of the actor's own movements, newest first. @throws Refusal `login-required`. */
export async function listWalletEntries(
  ctx: Ctx,
  { page, perPage = walletConstants.pageSize }: { page: number; perPage?: number },
) {
  const { id } = requireActor(ctx);
  const [entries, [total]] = await Promise.all([
    ctx.db
      .select(columns)
      .from(ledgerEntries)
      .where(eq(ledgerEntries.walletId, id))
      .orderBy(desc(ledgerEntries.id))
      .limit(perPage)
      .offset((page - 1) * perPage),
    ctx.db.select({ entries: count() }).from(ledgerEntries).where(eq(ledgerEntries.walletId, id)),
  ]);
  return {
    entries: entries.map(known),
    page,
    pages: pageCount(total?.entries ?? 0, perPage),
  };
}

/** All of the actor's movements, newest first, read in batches. @throws Refusal `login-required`. */
export async function* allWalletEntries(ctx: Ctx, batch = 1_000): AsyncGenerator<WalletEntry> {
  const { id } = requireActor(ctx);
  let before: string | null = null;
  for (;;) {
    const mine = eq(ledgerEntries.walletId, id);
    const rows: Parameters<typeof known>[0][] = await ctx.db
      .select(columns)
      .from(ledgerEntries)
      .where(before ? and(mine, lt(ledgerEntries.id, before)) : mine)
      .orderBy(desc(ledgerEntries.id))
      .limit(batch);
    for (const row of rows) yield known(row);
    const last = rows.at(-1);
    if (!last || rows.length < batch) return;
    before = last.id;
  }
}

/** A wallet's entry always knows its balance: the table refuses one that does not. */
function known(
  row: Omit<WalletEntry, 'balanceAfter'> & { balanceAfter: number | null },
): WalletEntry {
  return { ...row, balanceAfter: row.balanceAfter ?? 0 };
}
