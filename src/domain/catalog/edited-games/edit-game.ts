import { and, eq, inArray, ne } from 'drizzle-orm';
import type { Transaction } from '#database/pg-patches/transaction.ts';
import { gameOverrides, gamePictures, games, genres } from '#database/schema.ts';
import type { OverridableField } from '#shared/constants/catalog/game-overrides.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { EditedGameInput } from '#shared/schemas/edited-games.ts';
import type { Ctx } from '../../context.ts';
import { requireCatalogEditor } from '../../permissions/require-catalog-editor.ts';
import { appendToAdminLog } from '../../site/append-to-admin-log.ts';
import { findSitePictures } from '../../site/pictures/find-site-pictures.ts';
import { savePictureUses } from '../../site/pictures/save-picture-uses.ts';
import { raiseToAgeOf } from '../all-games/raise-to-age.ts';
import { publishGameChange } from '../own-games/publish-game-change.ts';
import { setGamePriceInTransaction } from '../prices/set-game-price.ts';
import { saveSearch } from '../search/save-game-search.ts';
import {
  lockGameNames,
  requireFreeName,
  requireUnusedName,
  saveEarlierName,
} from './game-names.ts';
import { editedColumns } from './get-edited-game.ts';

interface FieldValues {
  name: string;
  description: string;
  cover: string | null;
  genres: string[];
  website: string | null;
  links: { label: string; url: string }[] | null;
  ageRating: string | null;
}

interface Edit {
  gameId: number;
  /** The version that the editor has read. */
  version: number;
}

/**
 * Changes a game of another source, if `version` is still the current one. A changed field stays as it is when the
 * source is read again; with the source's value it is the source's again.
 * @throws AppError `login-required`, `catalog-editors-only`, `game-not-found`, `game-changed`, `game-name-taken`,
 * `bad-input` for an unknown genre or a name that looks like another.
 */
export async function editGame(ctx: Ctx, edit: Edit & { input: EditedGameInput }): Promise<void> {
  const { price, ...input } = edit.input;
  await changeGame(ctx, edit, async (tx, game) => {
    if (input.name !== game.name) await requireFreeName(tx, input.name, game.id);
    await requireGenres(tx, input.genres, game.genres);
    const accountId = requireCatalogEditor(ctx).id;
    await setGamePriceInTransaction(tx, ctx.clock, { accountId, gameId: game.id, price });
    return input;
  });
}

/**
 * Makes an uploaded picture of the site the cover of a game of another source.
 * @throws AppError `picture-gone`, and the codes of `editGame`.
 */
export async function setEditedCover(
  ctx: Ctx,
  { pictureId, altText, ...edit }: Edit & { pictureId: string; altText: string },
): Promise<void> {
  await changeGame(ctx, edit, async (tx, { id: gameId }) => {
    await savePictureUses(tx, { usedBy: `game:${gameId}`, pictureIds: [pictureId] });
    const [picture] = await findSitePictures(tx, [pictureId]);
    if (!picture) throw new AppError('picture-gone');
    await tx.delete(gamePictures).where(eq(gamePictures.gameId, gameId));
    await tx.insert(gamePictures).values({ gameId, pictureId, altText, position: 0 });
    return { cover: picture.full.path };
  });
}

/**
 * Gives a field the value of its source again. A field that nobody has changed stays as it is.
 * @throws AppError the codes of `editGame`.
 */
export async function takeBackField(
  ctx: Ctx,
  { field, ...edit }: Edit & { field: OverridableField },
): Promise<void> {
  await changeGame(ctx, edit, async (tx, game, sourceValues) => {
    if (!sourceValues.has(field)) return {};
    const value = sourceValues.get(field);
    // The source's name may look like any other.
    if (field === 'name') await requireUnusedName(tx, String(value), game.id);
    if (field === 'cover') {
      await savePictureUses(tx, { usedBy: `game:${game.id}`, pictureIds: [] });
      await tx.delete(gamePictures).where(eq(gamePictures.gameId, game.id));
    }
    return { [field]: value };
  });
}

type StoredGame = FieldValues & { id: number; isHidden: boolean; overridden: OverridableField[] };

/** Locks a game, asks `work` for new values of its fields, and writes those that differ. */
async function changeGame(
  ctx: Ctx,
  { gameId, version }: Edit,
  work: (
    tx: Transaction,
    game: StoredGame,
    sourceValues: ReadonlyMap<OverridableField, unknown>,
  ) => Promise<Partial<FieldValues>>,
): Promise<void> {
  const { id: accountId } = requireCatalogEditor(ctx);
  await ctx.db.transaction(async (tx) => {
    await lockGameNames(tx);
    const [game] = await tx
      .select(editedColumns)
      .from(games)
      .where(and(eq(games.id, gameId), ne(games.source, 'own')))
      .for('no key update');
    if (!game) throw new AppError('game-not-found');
    if (game.version !== version) throw new AppError('game-changed');
    const overrides = await tx
      .select({ field: gameOverrides.field, value: gameOverrides.sourceValue })
      .from(gameOverrides)
      .where(eq(gameOverrides.gameId, gameId));
    const sourceValues = new Map(overrides.map(({ field, value }) => [field, value]));
    const values = await work(tx, game, sourceValues);
    const changed = Object.keys(values).filter(
      (field) => !isSame(values[field as OverridableField], game[field as OverridableField]),
    ) as OverridableField[];
    const at = ctx.clock.now();
    const overridden = new Set(game.overridden);
    for (const field of changed) {
      const isOf = and(eq(gameOverrides.gameId, gameId), eq(gameOverrides.field, field));
      const sourceValue = sourceValues.has(field) ? sourceValues.get(field) : game[field];
      if (isSame(values[field], sourceValue)) {
        overridden.delete(field);
        await tx.delete(gameOverrides).where(isOf);
        continue;
      }
      overridden.add(field);
      await tx
        .insert(gameOverrides)
        .values({ gameId, field, sourceValue, changedBy: accountId, changedAt: at })
        .onConflictDoUpdate({
          target: [gameOverrides.gameId, gameOverrides.field],
          set: { changedBy: accountId, changedAt: at },
        });
    }
    const { cover, ...others } = values;
    await tx
      .update(games)
      .set({
        ...others,
        ...(cover !== undefined && { backgroundImage: cover }),
        ...(changed.includes('ageRating') && {
          minimumAge: raiseToAgeOf(values.ageRating ?? null),
        }),
        overridden: [...overridden].toSorted(),
        version: version + 1,
        updatedAt: at,
        ...(changed.length > 0 && { fetchedAt: at }),
      })
      .where(eq(games.id, gameId));
    if (changed.length === 0) return;
    const name = values.name ?? game.name;
    if (name !== game.name) await saveEarlierName(tx, { gameId, from: game.name, to: name, at });
    if (!game.isHidden) await saveSearch(tx, [{ id: gameId, name }]);
    const details = Object.fromEntries(changed.map((field) => [field, values[field]]));
    await appendToAdminLog(tx, {
      accountId,
      act: 'edit-game',
      subject: String(gameId),
      details: { ...details, name, fields: changed },
      at,
    });
  });
  publishGameChange(ctx);
}

/** Postgres changes the order of the members of a stored object. */
function isSame(one: unknown, other: unknown): boolean {
  const sorted = (_: string, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  return JSON.stringify(one ?? null, sorted) === JSON.stringify(other ?? null, sorted);
}

/** Rejects genres that no game has. Those that the game has stay possible. */
async function requireGenres(tx: Transaction, chosen: readonly string[], had: readonly string[]) {
  const added = chosen.filter((slug) => !had.includes(slug));
  if (added.length === 0) return;
  if ((await tx.$count(genres, inArray(genres.slug, added))) < added.length)
    throw new AppError('bad-input');
}
