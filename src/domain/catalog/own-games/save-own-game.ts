import { and, count, eq, max, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { integer } from '#database/column-types.ts';
import type { Transaction } from '#database/pg-patches/transaction.ts';
import { getViolatedConstraint } from '#database/postgres-errors.ts';
import { declareStatement } from '#database/prepared-query.ts';
import { furtherRoles, games, ownGameIds } from '#database/schema.ts';
import { ownGameConstants } from '#shared/constants/catalog/own-games.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { getAgeOfRating } from '#shared/rules/age-of-rating.ts';
import type { OwnGameInput } from '#shared/schemas/own-games.ts';
import type { Clock } from '../../base-context.ts';
import type { Ctx } from '../../context.ts';
import { requireCatalogEditor } from '../../permissions/require-catalog-editor.ts';
import { appendToAdminLog } from '../../site/append-to-admin-log.ts';
import { readSiteSetting } from '../../site/read-site-settings.ts';
import { raiseToAgeOf } from '../all-games/raise-to-age.ts';
import { lockGameNames, requireFreeName, saveEarlierName } from '../edited-games/game-names.ts';
import { addGenres, readKnownGenres } from '../games/known-genres.ts';
import { setGamePriceInTransaction } from '../prices/set-game-price.ts';
import { saveSearch } from '../search/save-game-search.ts';
import { publishGameChange } from './publish-game-change.ts';
import { saveCompaniesByName } from './save-companies-by-name.ts';
import { toSlug } from './to-slug.ts';

const takeId = declareStatement<{ id: number }, Record<string, never>>(
  { id: integer },
  sql`select nextval(${sql.raw(`'${ownGameIds.seqName}'`)})::integer as id`,
);

/** Who changes a game, and when. */
interface Change {
  accountId: string;
  clock: Clock;
}

/**
 * Adds a game of the site, at the end of their order. It is shown at once.
 * @throws AppError `login-required`, `catalog-editors-only`, `game-name-taken`, `too-many-own-games`,
 * `role-not-found`.
 */
export async function createOwnGame(ctx: Ctx, input: OwnGameInput): Promise<{ gameId: number }> {
  const { id: accountId } = requireCatalogEditor(ctx);
  const change = { accountId, clock: ctx.clock };
  const gameId = await rejectTakenName(() =>
    ctx.db.transaction((tx) => insertOwnGame(tx, change, input)),
  );
  publishGameChange(ctx);
  return { gameId };
}

/**
 * Adds a game in the caller's transaction and returns its id.
 * @throws AppError as `createOwnGame`; two transactions at once also break the constraint `games_own_name`.
 */
export async function insertOwnGame(
  tx: Transaction,
  { accountId, clock }: Change,
  input: OwnGameInput,
): Promise<number> {
  const now = clock.now();
  await lockGameNames(tx);
  await requireFreeName(tx, input.name, null);
  await requireRole(tx, input.roleNeeded);
  const [last] = await tx
    .select({ position: max(games.position), games: count() })
    .from(games)
    .where(eq(games.source, 'own'));
  if ((last?.games ?? 0) >= ownGameConstants.gamesMax) throw new AppError('too-many-own-games');
  const [next] = await takeId(tx, {});
  if (!next) throw new Error('The sequence of ids returned no row.');
  await tx.insert(games).values({
    id: next.id,
    source: 'own',
    position: (last?.position ?? 0) + 1,
    createdBy: accountId,
    updatedAt: now,
    fetchedAt: now,
    ...toColumns(input),
    minimumAge: getAgeOfRating(input.ageRating),
    genres: await keepKnownGenres(tx, input.genres),
  });
  await saveDetails(tx, next.id, input, true);
  const { price } = input;
  await setGamePriceInTransaction(tx, clock, { accountId, gameId: next.id, price });
  await appendToAdminLog(tx, {
    accountId,
    act: 'create-game',
    subject: String(next.id),
    details: { ...input },
    at: now,
  });
  return next.id;
}

/** The new values of a game, and the version that they replace. */
export interface OwnGameEdit {
  gameId: number;
  version: number;
  input: OwnGameInput;
}

/**
 * Changes a game of the site, if `version` is still the current one.
 * @throws AppError `login-required`, `catalog-editors-only`, `game-not-found`, `game-changed`,
 * `game-name-taken`, `role-not-found`.
 */
export async function updateOwnGame(ctx: Ctx, edit: OwnGameEdit): Promise<void> {
  const { id: accountId } = requireCatalogEditor(ctx);
  const change = { accountId, clock: ctx.clock };
  await rejectTakenName(() => ctx.db.transaction((tx) => changeOwnGame(tx, change, edit)));
  publishGameChange(ctx);
}

/** Changes a game in the caller's transaction. @throws AppError as `updateOwnGame` */
export async function changeOwnGame(
  tx: Transaction,
  { accountId, clock }: Change,
  { gameId, version, input }: OwnGameEdit,
): Promise<void> {
  const now = clock.now();
  const isGame = and(eq(games.id, gameId), eq(games.source, 'own'));
  await lockGameNames(tx);
  await requireFreeName(tx, input.name, gameId);
  await requireRole(tx, input.roleNeeded);
  const [before] = await tx
    .select({ name: games.name, ageRating: games.ageRating })
    .from(games)
    .where(isGame);
  const isRatedAgain = before !== undefined && before.ageRating !== input.ageRating;
  const [changed] = await tx
    .update(games)
    .set({
      ...toColumns(input),
      ...(isRatedAgain && { minimumAge: raiseToAgeOf(input.ageRating) }),
      genres: await keepKnownGenres(tx, input.genres),
      updatedAt: now,
      fetchedAt: now,
      version: version + 1,
    })
    .where(and(isGame, eq(games.version, version)))
    .returning({ isHidden: games.isHidden });
  if (!changed) {
    const exists = (await tx.$count(games, isGame)) > 0;
    throw new AppError(exists ? 'game-changed' : 'game-not-found');
  }
  if (before && before.name !== input.name)
    await saveEarlierName(tx, { gameId, from: before.name, to: input.name, at: now });
  await saveDetails(tx, gameId, input, !changed.isHidden);
  await setGamePriceInTransaction(tx, clock, { accountId, gameId, price: input.price });
  await appendToAdminLog(tx, {
    accountId,
    act: 'edit-game',
    subject: String(gameId),
    details: { ...input },
    at: now,
  });
}

function toColumns(input: OwnGameInput) {
  const { name, description, released, website, links, ageRating, platforms } = input;
  const { minimum, recommended, roleNeeded } = input;
  return {
    name,
    slug: toSlug(name),
    description,
    released,
    website,
    links,
    ageRating,
    platforms: platforms.map((platform) => ({
      name: platform,
      ...(platform === 'PC' && minimum && { minimum }),
      ...(platform === 'PC' && recommended && { recommended }),
    })),
    roleNeeded,
  };
}

/** Leaves out genres that neither the shop nor a game has, and stores those of the shop. */
async function keepKnownGenres(tx: Queryable, slugs: readonly string[]): Promise<string[]> {
  if (slugs.length === 0) return [];
  await addGenres(tx, await readSiteSetting(tx, 'shopGenres'));
  const known = await readKnownGenres(tx);
  return slugs.filter((slug) => known.has(slug));
}

/** Saves what other tables have of a game. A hidden game is in no list, so it has no search entry. */
async function saveDetails(tx: Queryable, id: number, input: OwnGameInput, isShown: boolean) {
  const { name, developers, publishers } = input;
  await saveCompaniesByName(tx, 'developer', { gameId: id, names: developers });
  await saveCompaniesByName(tx, 'publisher', { gameId: id, names: publishers });
  if (isShown) await saveSearch(tx, [{ id, name }], 'own');
}

async function requireRole(tx: Transaction, slug: string | null) {
  if (slug === null) return;
  if ((await tx.$count(furtherRoles, eq(furtherRoles.slug, slug))) === 0) {
    throw new AppError('role-not-found');
  }
}

/** Of two games of the site that get one name at the same time, the index rejects one. */
export async function rejectTakenName<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (getViolatedConstraint(error) === 'games_own_name') throw new AppError('game-name-taken');
    throw error;
  }
}
