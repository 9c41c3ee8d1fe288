import { and, eq, gt, like, lt, or } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { verifications } from '#database/schema.ts';
import { emailLinkConstants } from '#shared/constants/accounts/requested-emails.ts';
import { createToken, hashToken } from '../sessions/secret-token.ts';

type Purpose = 'reset' | 'confirm';

/**
 * Creates the token of a mailed link. The link works once, for one hour. It replaces the account's
 * earlier links of the same purpose.
 */
export async function createEmailLinkToken(
  db: Queryable,
  purpose: Purpose,
  userId: string,
  now: Date,
): Promise<string> {
  const token = createToken();
  await deleteOldLinks(db, purpose, userId, now);
  await db.insert(verifications).values({
    identifier: `${purpose}:${hashToken(token)}`,
    value: userId,
    expiresAt: new Date(now.getTime() + emailLinkConstants.lifetimeMs),
    createdAt: now,
    updatedAt: now,
  });
  return token;
}

/** The id of the account of a link; null if the link is no longer valid. The link stays valid. */
export async function findEmailLink(db: Queryable, purpose: Purpose, token: string, now: Date) {
  const [link] = await db
    .select({ userId: verifications.value })
    .from(verifications)
    .where(isValidLink(purpose, token, now));
  return link?.userId ?? null;
}

/**
 * Deletes a link and returns the id of its account; null if the link is no longer valid. Of several
 * requests at the same time, one gets the id.
 */
export async function consumeEmailLink(db: Queryable, purpose: Purpose, token: string, now: Date) {
  const [link] = await db
    .delete(verifications)
    .where(isValidLink(purpose, token, now))
    .returning({ userId: verifications.value });
  return link?.userId ?? null;
}

/** Deletes the account's earlier links and all expired links, so that the table stays small. */
async function deleteOldLinks(db: Queryable, purpose: Purpose, userId: string, now: Date) {
  const own = and(eq(verifications.value, userId), like(verifications.identifier, `${purpose}:%`));
  await db.delete(verifications).where(or(own, lt(verifications.expiresAt, now)));
}

/** The condition that selects a link that has not expired. */
function isValidLink(purpose: Purpose, token: string, now: Date) {
  return and(
    eq(verifications.identifier, `${purpose}:${hashToken(token)}`),
    gt(verifications.expiresAt, now),
  );
}
