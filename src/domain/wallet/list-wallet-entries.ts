import { and, count, desc, eq, lt } from 'drizzle-orm';
import { ledgerEntries, type transferKinds, wallets } from '#database/schema.ts';
import { walletConstants } from '#shared/constants/wallet.ts';
import type { Ctx } from '../context.ts';
import { countPages } from '../lib/page-count.ts';
import { requireActor } from '../permissions/require-actor.ts';

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

/**
 * Returns a page of the actor's ledger entries, newest first, and the money that orders have set aside (cents).
 * @throws AppError `login-required`.
 */
export async function listWalletEntries(
  ctx: Ctx,
  { page, perPage = walletConstants.pageSize }: { page: number; perPage?: number },
) {
  const { id } = requireActor(ctx);
  const [entries, [total], [wallet]] = await Promise.all([
    ctx.db
      .select(columns)
      .from(ledgerEntries)
      .where(eq(ledgerEntries.walletId, id))
      .orderBy(desc(ledgerEntries.id))
      .limit(perPage)
      .offset((page - 1) * perPage),
    ctx.db.select({ entries: count() }).from(ledgerEntries).where(eq(ledgerEntries.walletId, id)),
    ctx.db.select({ setAside: wallets.setAside }).from(wallets).where(eq(wallets.userId, id)),
  ]);
  return {
    entries: entries.map(toWalletEntry),
    page,
    pages: countPages(total?.entries ?? 0, perPage),
    setAside: wallet?.setAside ?? 0,
  };
}

/** Yields all of the actor's ledger entries, newest first, read in batches. @throws AppError `login-required`. */
export async function* iterateWalletEntries(ctx: Ctx, batch = 1_000): AsyncGenerator<WalletEntry> {
  const { id } = requireActor(ctx);
  let before: string | null = null;
  for (;;) {
    const isOwn = eq(ledgerEntries.walletId, id);
    const rows: EntryRow[] = await ctx.db
      .select(columns)
      .from(ledgerEntries)
      .where(before ? and(isOwn, lt(ledgerEntries.id, before)) : isOwn)
      .orderBy(desc(ledgerEntries.id))
      .limit(batch);
    for (const row of rows) yield toWalletEntry(row);
    const last = rows.at(-1);
    if (!last || rows.length < batch) return;
    before = last.id;
  }
}

type EntryRow = Omit<WalletEntry, 'balanceAfter'> & { balanceAfter: number | null };

/** An entry of a wallet always has a balance: a check constraint of the table requires it. */
function toWalletEntry(row: EntryRow): WalletEntry {
  return { ...row, balanceAfter: row.balanceAfter ?? 0 };
}
