import { and, eq, gt, like, lt, or } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { verifications } from '#database/schema.ts';
import { emailLinkConstants } from '#shared/constants/accounts.ts';
import { createToken, hashToken } from '../sessions/secret-token.ts';

type Purpose = 'reset' | 'confirm';

/** Makes the token of a link that works once, for an hour. A newer link makes the older ones worthless. */
export async function createLinkToken(
  db: Queryable,
  purpose: Purpose,
  userId: string,
  now: Date,
): Promise<string> {
  const token = createToken();
  await dropLinks(db, purpose, userId, now);
  await db.insert(verifications).values({
    identifier: `${purpose}:${hashToken(token)}`,
    value: userId,
    expiresAt: new Date(now.getTime() + emailLinkConstants.lifetimeMs),
    createdAt: now,
    updatedAt: now,
  });
  return token;
}

/** Whom a link's token was made for, if it still works, without using it up. */
export async function findLink(db: Queryable, purpose: Purpose, token: string, now: Date) {
  const [link] = await db
    .select({ userId: verifications.value })
    .from(verifications)
    .where(works(purpose, token, now));
  return link?.userId ?? null;
}

/** Uses a link's token up. Of those who try together one gets the account's id, the others null. */
export async function useUpLink(db: Queryable, purpose: Purpose, token: string, now: Date) {
  const [link] = await db
    .delete(verifications)
    .where(works(purpose, token, now))
    .returning({ userId: verifications.value });
  return link?.userId ?? null;
}

/** Drops an account's earlier links, and everybody's that expired, so that the table stays small. */
async function dropLinks(db: Queryable, purpose: Purpose, userId: string, now: Date) {
  const own = and(eq(verifications.value, userId), like(verifications.identifier, `${purpose}:%`));
  await db.delete(verifications).where(or(own, lt(verifications.expiresAt, now)));
}

function works(purpose: Purpose, token: string, now: Date) {
  return and(
    eq(verifications.identifier, `${purpose}:${hashToken(token)}`),
    gt(verifications.expiresAt, now),
  );
}
