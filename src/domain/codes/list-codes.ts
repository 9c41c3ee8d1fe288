import { and, asc, desc, eq, gt, type SQL, sql } from 'drizzle-orm';
import { boolean, integer } from '#database/column-types.ts';
import { cardKinds, codeBatches, codes, codeUses, games, groups, users } from '#database/schema.ts';
import { typedSql } from '#database/typed-sql.ts';
import { codeConstants } from '#shared/constants/codes.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { byUsername } from '../accounts/username-condition.ts';
import type { Ctx } from '../context.ts';
import { countPages } from '../lib/page-count.ts';
import { requireAdmin } from '../permissions/require-moderator.ts';

const ofBatch = sql`from ${codes} as code where code.batch_id = ${codeBatches.id}`;
const sum = (what: SQL) =>
  typedSql(integer, sql`(select coalesce(sum(${what}), 0)::integer ${ofBatch})`);

const batchColumns = {
  id: codeBatches.id,
  kind: codeBatches.kind,
  amount: codeBatches.amount,
  game: games.name,
  card: cardKinds.name,
  /** Null also when the group was deleted. */
  group: groups.name,
  note: codeBatches.note,
  accountMax: codeBatches.accountMax,
  createdBy: users.displayUsername,
  createdAt: codeBatches.createdAt,
  expiresAt: codeBatches.expiresAt,
  codes: typedSql(integer, sql`(select count(*)::integer ${ofBatch})`),
  uses: sum(sql`code.uses`),
  usesMax: sum(sql`code.uses_max`),
  /** Whether a code of it is neither used up nor withdrawn. */
  isLeft: typedSql(
    boolean,
    sql`exists (select ${ofBatch} and code.withdrawn_at is null and code.uses < code.uses_max)`,
  ),
  isWithdrawn: typedSql(boolean, sql`exists (select ${ofBatch} and code.withdrawn_at is not null)`),
};

/** The ids of some batches with codes that can still be redeemed. */
export async function findOpenBatches(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  { maker, limit }: { maker: SQL; limit: number },
): Promise<string[]> {
  const rows = await db
    .select({ id: codeBatches.id })
    .from(codeBatches)
    .where(and(maker, gt(codeBatches.expiresAt, clock.now()), batchColumns.isLeft))
    .orderBy(asc(codeBatches.createdAt), asc(codeBatches.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

function selectBatches({ db }: Ctx) {
  return db
    .select(batchColumns)
    .from(codeBatches)
    .innerJoin(users, eq(users.id, codeBatches.createdBy))
    .leftJoin(games, eq(games.id, codeBatches.gameId))
    .leftJoin(cardKinds, eq(cardKinds.id, codeBatches.cardKindId))
    .leftJoin(groups, eq(groups.id, codeBatches.groupId));
}

type BatchRow = Awaited<ReturnType<typeof selectBatches>>[number];

function describe({ isLeft, isWithdrawn, ...batch }: BatchRow, now: Date) {
  const isOver = batch.expiresAt <= now;
  const ended = isWithdrawn ? ('withdrawn' as const) : ('used' as const);
  return { ...batch, state: isLeft ? (isOver ? ('expired' as const) : ('open' as const)) : ended };
}

/** A batch of codes as admins see it. */
export type ListedBatch = ReturnType<typeof describe>;

/**
 * A page of the batches of codes, newest first. `of` is the username of the account that made them. `isAnyLeft` says
 * whether a code of that account can still be redeemed.
 * @throws AppError `login-required`, `admins-only`.
 */
export async function listCodeBatches(
  ctx: Ctx,
  { of = null, page }: { of?: string | null; page: number },
) {
  requireAdmin(ctx);
  const { pageSize, pageMax } = codeConstants;
  const maker =
    of === null
      ? undefined
      : sql`${codeBatches.createdBy} in (
    select ${users.id} from ${users} where ${byUsername(of)})`;
  const [total, rows, open] = await Promise.all([
    ctx.db.$count(codeBatches, maker),
    selectBatches(ctx)
      .where(maker)
      .orderBy(desc(codeBatches.createdAt), desc(codeBatches.id))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    maker ? findOpenBatches(ctx, { maker, limit: 1 }) : [],
  ]);
  const pages = Math.min(countPages(total, pageSize), pageMax);
  const batches = rows.map((row) => describe(row, ctx.clock.now()));
  return { batches, page, pages, isAnyLeft: open.length > 0 };
}

/** A code as admins see it. */
export type ListedCode = Awaited<ReturnType<typeof getCodeBatch>>['codes'][number];

/**
 * A batch with a page of its codes, of which only the start is known.
 * @throws AppError `login-required`, `admins-only`, `not-found`.
 */
export async function getCodeBatch(ctx: Ctx, { id, page }: { id: string; page: number }) {
  requireAdmin(ctx);
  const { codesPageSize: pageSize } = codeConstants;
  const [row] = await selectBatches(ctx).where(eq(codeBatches.id, id));
  if (!row) throw new AppError('not-found');
  const batch = describe(row, ctx.clock.now());
  const [rows, uses] = await Promise.all([
    ctx.db
      .select({
        id: codes.id,
        start: codes.start,
        uses: codes.uses,
        usesMax: codes.usesMax,
        withdrawnAt: codes.withdrawnAt,
      })
      .from(codes)
      .where(eq(codes.batchId, id))
      .orderBy(asc(codes.id))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    // The newest, so that an admin sees who redeemed what.
    ctx.db
      .select({ start: codes.start, username: users.displayUsername, usedAt: codeUses.usedAt })
      .from(codeUses)
      .innerJoin(codes, eq(codes.id, codeUses.codeId))
      .innerJoin(users, eq(users.id, codeUses.userId))
      .where(eq(codeUses.batchId, id))
      .orderBy(desc(codeUses.usedAt))
      .limit(pageSize),
  ]);
  const isOver = batch.expiresAt <= ctx.clock.now();
  const stateOf = ({ withdrawnAt, uses: used, usesMax }: (typeof rows)[number]) => {
    if (withdrawnAt) return 'withdrawn' as const;
    if (used >= usesMax) return 'used' as const;
    return isOver ? ('expired' as const) : ('open' as const);
  };
  return {
    batch,
    codes: rows.map((code) => ({ ...code, state: stateOf(code) })),
    uses,
    page,
    pages: countPages(batch.codes, pageSize),
  };
}
