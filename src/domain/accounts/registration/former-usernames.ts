import { inArray } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { formerUsernames } from '#database/schema.ts';
import { toAsciiSkeleton } from '#shared/format/texts/misleading-names.ts';
import { hashToken } from '../sessions/secret-token.ts';
import { toUsernameKey } from '../username-condition.ts';

/** The hash of all usernames with this skeleton. */
const hashSkeleton = (skeleton: string) => hashToken(`looks like ${skeleton}`);

/** Both hashes of a username. Earlier versions stored the first one only. */
const hashesOf = (username: string) => [
  hashToken(toUsernameKey(username)),
  hashSkeleton(toAsciiSkeleton(username)),
];

/** Stores the hashes of the username of a deleted account, and of those that look like it. */
export async function storeFormerUsername(
  tx: Queryable,
  { username, at }: { username: string; at: Date },
): Promise<void> {
  await tx
    .insert(formerUsernames)
    .values(hashesOf(username).map((hash) => ({ hash, deletedAt: at })))
    .onConflictDoNothing();
}

async function isStored(db: Queryable, hashes: string[]): Promise<boolean> {
  const [found] = await db
    .select({ hash: formerUsernames.hash })
    .from(formerUsernames)
    .where(inArray(formerUsernames.hash, hashes))
    .limit(1);
  return found !== undefined;
}

/** Whether a deleted account had this username or one that looks like it. */
export const isFormerUsername = (db: Queryable, username: string): Promise<boolean> =>
  isStored(db, hashesOf(username));

/** Whether a deleted account had a username with this skeleton. */
export const isFormerSkeleton = (db: Queryable, skeleton: string): Promise<boolean> =>
  isStored(db, [hashSkeleton(skeleton)]);
