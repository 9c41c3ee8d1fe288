import { and, asc, eq } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { gamePictures, games, pictures } from '#database/schema.ts';
import { ownGameConstants } from '#shared/constants/catalog/own-games.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Clock } from '../../base-context.ts';
import type { Ctx } from '../../context.ts';
import { requireCatalogEditor } from '../../permissions/require-catalog-editor.ts';
import { appendToAdminLog } from '../../site/append-to-admin-log.ts';
import {
  findSitePictures,
  type SitePicture,
  sitePictureColumns,
  toSitePicture,
} from '../../site/pictures/find-site-pictures.ts';
import { savePictureUses } from '../../site/pictures/save-picture-uses.ts';
import { coverPath } from '../covers/cover-path.ts';
import { lockOwnGame } from './lock-own-game.ts';
import { publishGameChange } from './publish-game-change.ts';

export interface PictureUse {
  pictureId: string;
  altText: string;
}

/** The cover of a game and its other pictures in their order. */
export interface PictureList {
  cover: PictureUse | null;
  others: PictureUse[];
}

export interface GamePicture extends SitePicture {
  altText: string;
  /** The path of the picture as the shop and the page of the game show it, 16:9. */
  shownPath: string | null;
}

/**
 * The pictures of a game of the site as its editors see them.
 * @throws AppError `login-required`, `catalog-editors-only`, `game-not-found`.
 */
export async function getGamePictures(
  ctx: Ctx,
  gameId: number,
): Promise<{ name: string; cover: GamePicture | null; others: GamePicture[] }> {
  requireCatalogEditor(ctx);
  const [[game], rows] = await Promise.all([
    ctx.db
      .select({ name: games.name })
      .from(games)
      .where(and(eq(games.id, gameId), eq(games.source, 'own'))),
    ctx.db
      .select({
        ...sitePictureColumns,
        position: gamePictures.position,
        altText: gamePictures.altText,
      })
      .from(gamePictures)
      .innerJoin(pictures, eq(pictures.id, gamePictures.pictureId))
      .where(eq(gamePictures.gameId, gameId))
      .orderBy(asc(gamePictures.position)),
  ]);
  if (!game) throw new AppError('game-not-found');
  const all = rows.map(({ position, altText, ...row }) => {
    const picture = toSitePicture(row);
    const shownPath = coverPath(gameId, position === 0 ? 'cover' : position, picture.full.path);
    return { position, picture: { ...picture, altText, shownPath } };
  });
  return {
    name: game.name,
    cover: all.find(({ position }) => position === 0)?.picture ?? null,
    others: all.filter(({ position }) => position > 0).map(({ picture }) => picture),
  };
}

/**
 * Makes an uploaded picture of the site the cover of a game, in place of the earlier one.
 * @throws AppError `picture-gone`, and the codes of `getGamePictures`.
 */
export async function setGameCover(
  ctx: Ctx,
  { gameId, ...picture }: { gameId: number } & PictureUse,
): Promise<void> {
  await changePictures(ctx, gameId, (list) => ({ ...list, cover: picture }));
}

/**
 * Adds uploaded pictures of the site behind the pictures of a game.
 * @throws AppError `too-many-game-pictures`, `picture-gone`, and the codes of `getGamePictures`.
 */
export async function addGamePictures(
  ctx: Ctx,
  { gameId, added }: { gameId: number; added: readonly PictureUse[] },
): Promise<void> {
  await changePictures(ctx, gameId, ({ cover, others }) => ({
    cover,
    others: [...others, ...added],
  }));
}

/**
 * Changes what the pictures of a game show in words. An unknown picture changes nothing.
 * @throws AppError the codes of `getGamePictures`.
 */
export async function setGamePictureText(
  ctx: Ctx,
  { gameId, pictureId, altText }: { gameId: number } & PictureUse,
): Promise<void> {
  const change = (picture: PictureUse) =>
    picture.pictureId === pictureId ? { pictureId, altText } : picture;
  await changePictures(ctx, gameId, ({ cover, others }) => ({
    cover: cover && change(cover),
    others: others.map(change),
  }));
}

/**
 * Moves a picture one place. At the end of the order nothing changes.
 * @throws AppError the codes of `getGamePictures`.
 */
export async function moveGamePicture(
  ctx: Ctx,
  { gameId, pictureId, by }: { gameId: number; pictureId: string; by: 1 | -1 },
): Promise<void> {
  await changePictures(ctx, gameId, ({ cover, others }) => {
    const from = others.findIndex((picture) => picture.pictureId === pictureId);
    const moved = others[from];
    const other = others[from + by];
    if (!moved || !other) return { cover, others };
    return { cover, others: others.with(from, other).with(from + by, moved) };
  });
}

/**
 * Removes the cover or another picture from a game. Without a cover the game has its drawn one. Doing it
 * again changes nothing.
 * @throws AppError the codes of `getGamePictures`.
 */
export async function removeGamePicture(
  ctx: Ctx,
  { gameId, pictureId }: { gameId: number; pictureId: string },
): Promise<void> {
  const isLeft = (picture: PictureUse) => picture.pictureId !== pictureId;
  await changePictures(ctx, gameId, ({ cover, others }) => ({
    cover: cover && isLeft(cover) ? cover : null,
    others: others.filter(isLeft),
  }));
}

/** Changes the list of a game's pictures. The lock of the game makes simultaneous changes wait. */
async function changePictures(
  ctx: Ctx,
  gameId: number,
  change: (list: PictureList) => PictureList,
): Promise<void> {
  const { id: accountId } = requireCatalogEditor(ctx);
  await ctx.db.transaction(async (tx) => {
    await lockOwnGame(tx, gameId);
    const list = change(await readPictureList(tx, gameId));
    await setGamePicturesInTransaction(tx, { accountId, clock: ctx.clock }, { gameId, list });
  });
  publishGameChange(ctx);
}

/** Replaces the pictures of a game in a transaction of the caller, which has checked the rights of the account. */
export async function setGamePicturesInTransaction(
  tx: Queryable,
  { accountId, clock }: { accountId: string; clock: Clock },
  { gameId, list }: { gameId: number; list: PictureList },
): Promise<void> {
  const game = await lockOwnGame(tx, gameId);
  await saveGamePictures(tx, gameId, list);
  await appendToAdminLog(tx, {
    accountId,
    act: 'change-game-pictures',
    subject: String(gameId),
    details: { name: game.name, ...list },
    at: clock.now(),
  });
}

/** The pictures of a game with their texts. */
export async function readPictureList(tx: Queryable, gameId: number): Promise<PictureList> {
  const rows = await tx
    .select({
      pictureId: gamePictures.pictureId,
      altText: gamePictures.altText,
      position: gamePictures.position,
    })
    .from(gamePictures)
    .where(eq(gamePictures.gameId, gameId))
    .orderBy(asc(gamePictures.position));
  const toUse = ({ pictureId, altText }: PictureUse) => ({ pictureId, altText });
  const cover = rows.find(({ position }) => position === 0);
  return {
    cover: cover ? toUse(cover) : null,
    others: rows.filter(({ position }) => position > 0).map(toUse),
  };
}

/** Writes the pictures of a game in the transaction of a caller that has locked the game. */
async function saveGamePictures(tx: Queryable, gameId: number, list: PictureList): Promise<void> {
  const { cover, others } = list;
  if (others.length > ownGameConstants.picturesMax) throw new AppError('too-many-game-pictures');
  const all = [...(cover ? [cover] : []), ...others];
  const ids = all.map(({ pictureId }) => pictureId);
  await savePictureUses(tx, { usedBy: `game:${gameId}`, pictureIds: ids });
  const found = new Map((await findSitePictures(tx, ids)).map((picture) => [picture.id, picture]));
  const pathOf = ({ pictureId }: PictureUse) => found.get(pictureId)?.full.path ?? '';
  await tx.delete(gamePictures).where(eq(gamePictures.gameId, gameId));
  if (all.length > 0) {
    const first = cover ? 0 : 1;
    await tx
      .insert(gamePictures)
      .values(all.map((picture, index) => ({ gameId, ...picture, position: first + index })));
  }
  await tx
    .update(games)
    .set({ backgroundImage: cover && pathOf(cover), pictures: others.map(pathOf) })
    .where(eq(games.id, gameId));
}
