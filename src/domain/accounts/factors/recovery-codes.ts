import { randomInt } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { recoveryCodes } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { factorConstants } from '#shared/constants/accounts/factors.ts';
import { toPlainDigits } from '#shared/format/amounts/read-number.ts';
import { hashToken } from '../sessions/secret-token.ts';

/** 31 characters that are not confused with each other. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const [groups, groupLength] = [4, 4];

/**
 * Creates new recovery codes in place of all earlier ones, and returns them. Only their hashes are stored.
 * Call it in a transaction that has locked the account.
 */
export async function replaceRecoveryCodes(tx: Queryable, userId: string): Promise<string[]> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  const codes = Array.from({ length: factorConstants.recoveryCodes }, createCode);
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ userId, hash: hashCode(userId, code) })));
  return codes;
}

/** Uses up a recovery code. False if the account has no such code left: each works once. */
export async function consumeRecoveryCode(
  tx: Queryable,
  { clock }: Pick<Ctx, 'clock'>,
  { userId, code }: { userId: string; code: string },
): Promise<boolean> {
  const used = await tx
    .update(recoveryCodes)
    .set({ usedAt: clock.now() })
    .where(
      and(
        eq(recoveryCodes.userId, userId),
        eq(recoveryCodes.hash, hashCode(userId, code)),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .returning({ id: recoveryCodes.id });
  return used.length > 0;
}

/** 16 random characters in groups, such as abcd-efgh-jkmn-pqrs: 79 bits. */
function createCode(): string {
  const group = () =>
    Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('');
  return Array.from({ length: groups }, group).join('-');
}

/**
 * The code is so long that its hash needs no slow function. Spaces, dashes, capitals and the width of letters do not
 * matter.
 */
function hashCode(userId: string, code: string): string {
  return hashToken(`recovery code:${userId}:${toTypedCode(code)}`);
}

const toTypedCode = (code: string) =>
  toPlainDigits(code)
    .toLowerCase()
    .replace(/[\s\p{Pd}]/gu, '');
