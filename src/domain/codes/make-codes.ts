import { randomInt } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { codeBatches, codeDays, codes, groups } from '#database/schema.ts';
import { codeConstants } from '#shared/constants/codes.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { formatMoney } from '#shared/format/amounts/money.ts';
import { formatCode } from '#shared/format/codes.ts';
import { utcDay } from '#shared/format/utc-day.ts';
import type { CodesInput } from '#shared/schemas/codes.ts';
import { lockOwnAccount } from '../accounts/sessions/fresh-proof.ts';
import { hashToken } from '../accounts/sessions/secret-token.ts';
import { listCardKinds } from '../card-sets/list-card-set.ts';
import { lockSetAgainstChanges } from '../card-sets/lock-card-set.ts';
import type { Ctx } from '../context.ts';
import { findGameByName } from '../game-library/find-game-by-name.ts';
import { requireAdmin } from '../permissions/require-moderator.ts';
import { appendToAdminLog } from '../site/append-to-admin-log.ts';
import { getRules } from '../site/current-rules.ts';

/** Codes that were just made. They cannot be shown again. */
export interface NewCodes {
  batchId: string;
  codes: string[];
}

/**
 * Makes a batch of codes that give the same. It needs a fresh proof of identity. The key of the form is the id of the
 * batch, so a repeated form makes nothing.
 * @throws AppError `login-required`, `admins-only`, `proof-required`, `rate-limited`, `bad-input` for a game or card
 * that does not exist; `group-gone`; `code-day-limit`; `codes-made` for a repeated form.
 */
export async function makeCodes(ctx: Ctx, input: CodesInput): Promise<NewCodes> {
  const { id: createdBy } = requireAdmin(ctx);
  await ctx.rateLimiter.take('code-batches-by-account', createdBy);
  const { codesPerDayCents } = await getRules(ctx);
  const { key: batchId, kind, note, count, uses, accountMax, days } = input;
  const at = ctx.clock.now();
  const made = Array.from({ length: count }, createCode);
  await ctx.db.transaction(async (tx) => {
    await lockOwnAccount(ctx, tx, { isProven: true });
    const gift = await findGift(tx, createdBy, input);
    const inserted = await tx
      .insert(codeBatches)
      .values({
        id: batchId,
        kind,
        amount: kind === 'money' ? input.amount : null,
        gameId: gift?.gameId,
        cardKindId: gift?.cardKindId,
        groupId: gift?.groupId,
        note,
        accountMax,
        createdBy,
        createdAt: at,
        expiresAt: new Date(at.getTime() + days * codeConstants.dayMs),
      })
      .onConflictDoNothing({ target: codeBatches.id })
      .returning({ id: codeBatches.id });
    if (inserted.length === 0) throw new AppError('codes-made');
    const amount = kind === 'money' ? input.amount * count * uses : 0;
    await countDay(tx, { day: utcDay(at), amount, uses: count * uses, limit: codesPerDayCents });
    await tx.insert(codes).values(
      made.map((code) => ({
        batchId,
        hash: hashToken(code),
        start: code.slice(0, codeConstants.group),
        usesMax: uses,
      })),
    );
    await appendToAdminLog(tx, {
      accountId: createdBy,
      act: 'make-codes',
      subject: batchId,
      details: {
        kind,
        codes: count,
        uses,
        ...(kind === 'money' && { amount: input.amount }),
        ...(gift && { game: gift.game, card: gift.card, group: gift.group }),
        note,
      },
      at,
    });
  });
  return { batchId, codes: made.map(formatCode) };
}

function createCode(): string {
  const { alphabet, letters } = codeConstants;
  return Array.from({ length: letters }, () => alphabet[randomInt(alphabet.length)]).join('');
}

interface Gift {
  gameId?: number;
  game?: string;
  cardKindId?: string;
  card?: string;
  groupId?: string;
  group?: string;
}

/** The game, card or group that the codes give; null for money and invitations. */
async function findGift(tx: Queryable, userId: string, input: CodesInput): Promise<Gift | null> {
  if (input.kind === 'group') {
    const [group] = await tx
      .select({ name: groups.name })
      .from(groups)
      .where(eq(groups.id, input.groupId))
      // Its deletion at the same time waits, or is seen here.
      .for('share');
    if (!group) throw new AppError('group-gone');
    return { groupId: input.groupId, group: group.name };
  }
  if (input.kind !== 'game' && input.kind !== 'card') return null;
  const gameId = await findGameByName(tx, { name: input.game, userId });
  if (gameId === null) {
    throw new AppError('bad-input', { fields: { game: 'There is no game of this name.' } });
  }
  if (input.kind === 'game') return { gameId, game: input.game };
  await lockSetAgainstChanges(tx, gameId);
  const name = input.card.toLowerCase();
  const kind = (await listCardKinds(tx, gameId)).find((one) => one.name.toLowerCase() === name);
  if (!kind) {
    throw new AppError('bad-input', { fields: { card: 'This game has no card of this name.' } });
  }
  return { gameId, game: input.game, cardKindId: kind.id, card: kind.name };
}

interface DayCount {
  day: string;
  amount: number;
  uses: number;
  /** Cents. */
  limit: number;
}

/** Counts new codes towards the limits of the day. */
async function countDay(tx: Queryable, { day, amount, uses, limit }: DayCount): Promise<void> {
  const { usesPerDay } = codeConstants;
  const isWithin = amount <= limit && uses <= usesPerDay;
  const counted = isWithin
    ? await tx
        .insert(codeDays)
        .values({ day, amount, uses })
        .onConflictDoUpdate({
          target: codeDays.day,
          set: {
            amount: sql`${codeDays.amount} + excluded.amount`,
            uses: sql`${codeDays.uses} + excluded.uses`,
          },
          // The sum of money limits codes for money only.
          setWhere: sql`(excluded.amount = 0 or ${codeDays.amount} + excluded.amount <= ${limit})
            and ${codeDays.uses} + excluded.uses <= ${usesPerDay}`,
        })
        .returning({ day: codeDays.day })
    : [];
  if (counted.length > 0) return;
  throw new AppError('code-day-limit', {
    text: `Codes of one day give at most ${formatMoney(limit)}, and can be used ${usesPerDay} times at most. These would go beyond that.`,
  });
}
