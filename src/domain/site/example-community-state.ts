import { ne } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { exampleCommunity, users } from '#database/schema.ts';

/** `making` and `removing` are done by a job; `failed` can be removed like `made`. */
export type ExampleCommunityState = (typeof exampleCommunity.$inferSelect)['state'];

/** What becomes of the example community; null if the site never had one. */
export async function readExampleCommunity(db: Queryable): Promise<ExampleCommunityState | null> {
  const [row] = await db.select({ state: exampleCommunity.state }).from(exampleCommunity);
  return row?.state ?? null;
}

/**
 * Whether a site can have an example community: only a new one. Its history lies in the past, so it must not be
 * among that of real players, or before rules that an admin has changed.
 */
export async function canHaveExampleCommunity(db: Queryable): Promise<boolean> {
  if ((await readExampleCommunity(db)) !== null) return false;
  const [player] = await db
    .select({ id: users.id })
    .from(users)
    .where(ne(users.role, 'guest'))
    .limit(1);
  return player === undefined;
}

/** Lets a job make the example community, after the caller's transaction. A second request changes nothing. */
export async function requestExampleCommunity(tx: Queryable, at: Date): Promise<void> {
  await tx
    .insert(exampleCommunity)
    .values({ state: 'making', requestedAt: at })
    .onConflictDoNothing();
}
