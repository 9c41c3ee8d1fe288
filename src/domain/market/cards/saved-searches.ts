import { and, asc, count, eq } from 'drizzle-orm';
import { marketSearches, users } from '#database/schema.ts';
import { marketCardConstants } from '#shared/constants/market/market-cards.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Ctx } from '../../context.ts';
import { requireActor } from '../../permissions/require-actor.ts';
import { requirePart } from '../../site/site-parts.ts';

/** A search of the market's cards that an account has saved. */
export interface SavedSearch {
  id: string;
  name: string;
  /** The query string of the page. */
  query: string;
}

/** The actor's saved searches, the oldest first; none for a visitor. */
export async function listSavedSearches({
  db,
  actor,
}: Pick<Ctx, 'db' | 'actor'>): Promise<SavedSearch[]> {
  if (!actor) return [];
  return db
    .select({ id: marketSearches.id, name: marketSearches.name, query: marketSearches.query })
    .from(marketSearches)
    .where(eq(marketSearches.userId, actor.id))
    .orderBy(asc(marketSearches.id))
    .limit(marketCardConstants.searchesMax);
}

/**
 * Saves a search. A search with the same query gets the new name.
 * @throws AppError `login-required`, `search-limit`
 */
export async function saveSearch(
  ctx: Ctx,
  { name, query }: Omit<SavedSearch, 'id'>,
): Promise<void> {
  await requirePart(ctx, 'market');
  const { id: userId } = requireActor(ctx);
  await ctx.db.transaction(async (tx) => {
    // Two forms at once cannot both take the last place.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
    const own = eq(marketSearches.userId, userId);
    const renamed = await tx
      .update(marketSearches)
      .set({ name })
      .where(and(own, eq(marketSearches.query, query)))
      .returning({ id: marketSearches.id });
    if (renamed.length > 0) return;
    const [row] = await tx.select({ saved: count() }).from(marketSearches).where(own);
    if ((row?.saved ?? 0) >= marketCardConstants.searchesMax) throw new AppError('search-limit');
    await tx.insert(marketSearches).values({ userId, name, query, createdAt: ctx.clock.now() });
  });
}

/**
 * Deletes one of the actor's saved searches and returns it, so that it can be saved again; null if it is gone.
 * @throws AppError `login-required`
 */
export async function deleteSavedSearch(
  ctx: Ctx,
  { searchId }: { searchId: string },
): Promise<Omit<SavedSearch, 'id'> | null> {
  const { id: userId } = requireActor(ctx);
  const [deleted] = await ctx.db
    .delete(marketSearches)
    .where(and(eq(marketSearches.userId, userId), eq(marketSearches.id, searchId)))
    .returning({ name: marketSearches.name, query: marketSearches.query });
  return deleted ?? null;
}
