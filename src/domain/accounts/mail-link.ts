import { and, eq, gt, like } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { verifications } from '#db/schema.ts';
import { mailLink } from '#shared/limits.ts';
import { createToken, hashToken } from './secret-token.ts';

type Purpose = 'reset' | 'confirm';

/** Makes the token of a link that works once, for an hour. A newer link makes the older ones worthless. */
export async function createLinkToken(
  db: Queryable,
  purpose: Purpose,
  userId: string,
  now: Date,
): Promise<string> {
  const token = createToken();
  await dropLinks(db, purpose, userId);
  await db.insert(verifications).values({
    identifier: `${purpose}:${hashToken(token)}`,
    value: userId,
    expiresAt: new Date(now.getTime() + mailLink.lifetimeMs),
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
export async function useLink(db: Queryable, purpose: Purpose, token: string, now: Date) {
  const [link] = await db
    .delete(verifications)
    .where(works(purpose, token, now))
    .returning({ userId: verifications.value });
  return link?.userId ?? null;
}

/** Makes every link of an account worthless. */
export async function dropLinks(db: Queryable, purpose: Purpose, userId: string): Promise<void> {
  await db
    .delete(verifications)
    .where(and(eq(verifications.value, userId), like(verifications.identifier, `${purpose}:%`)));
}

function works(purpose: Purpose, token: string, now: Date) {
  return and(
    eq(verifications.identifier, `${purpose}:${hashToken(token)}`),
    gt(verifications.expiresAt, now),
  );
}
