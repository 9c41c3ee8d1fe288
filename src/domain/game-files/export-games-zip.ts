import { type PassThrough, Readable } from 'node:stream';
import { asc, inArray } from 'drizzle-orm';
import { ZipFile } from 'yazl';
import type { Queryable } from '#database/client.ts';
import { gamePictures, pictures } from '#database/schema.ts';
import type { Ctx } from '../context.ts';
import { pictureFileName } from '../gallery/storage/file-store.ts';
import { requireCatalogEditor } from '../permissions/require-catalog-editor.ts';
import { type ExportedGame, readExportedGames } from './export-own-games.ts';

interface GamePicture {
  pictureId: string;
  altText: string;
}

/** The pictures of a game. Those of cards are in the order of its cards. */
interface PicturesOfGame {
  cover: GamePicture | null;
  others: GamePicture[];
  cardPictureIds: (string | null)[];
}

/**
 * A zip with `games.json` and the pictures of all games of the site, as `importGameFile` reads it again. It is
 * written while it is read, and the pictures are opened one after the other, so it needs memory for the games but
 * not for their pictures. A picture that the file store does not have is left out, with a line in the log.
 * @throws AppError `login-required`, `catalog-editors-only`, `rate-limited`
 */
export async function exportGamesZip(ctx: Ctx): Promise<Readable> {
  const { id: accountId } = requireCatalogEditor(ctx);
  await ctx.rateLimiter.take('game-files-by-account', accountId);
  const games = await readExportedGames(ctx);
  const uses = await readUses(
    ctx.db,
    games.map(({ gameId }) => gameId),
  );
  const all = games.map(({ gameId, game, cardPictureIds }) => ({
    game,
    used: { ...(uses.get(gameId) ?? { cover: null, others: [] }), cardPictureIds },
  }));
  const zip = new ZipFile();
  const output = zip.outputStream as PassThrough;
  const fail = (error: unknown) =>
    output.destroy(error instanceof Error ? error : new Error(String(error)));
  zip.on('error', fail);

  /** Adds a picture and waits until it is written. */
  function addPicture(path: string, stream: Readable): Promise<void> {
    return new Promise((resolve) => {
      // A reader that leaves closes the picture too.
      const stop = () => stream.destroy();
      output.once('close', stop);
      stream.once('error', fail).once('close', () => {
        output.off('close', stop);
        resolve();
      });
      zip.addReadStream(stream, path, { mtime: ctx.clock.now(), compress: false });
    });
  }

  async function addAll(): Promise<void> {
    const ids = new Set(all.flatMap(({ used }) => listIds(used)));
    const written = new Map<string, string>();
    for (const { id, name } of await listFiles(ctx.db, [...ids])) {
      const file = await ctx.gallery.fileStore.open(name);
      if (!file) {
        ctx.log.warn({ picture: id }, 'a picture of a game is missing in an export');
        continue;
      }
      const path = `pictures/${id}.webp`;
      await addPicture(path, file.stream);
      if (output.destroyed) return;
      written.set(id, path);
    }
    const list = all.map(({ game, used }) => withPictures(game, used, written));
    const content = JSON.stringify({ games: list }, null, 2);
    zip.addReadStream(Readable.from([content]), 'games.json', {
      mtime: ctx.clock.now(),
      // An import refuses files that are much smaller in the zip.
      compress: false,
    });
    zip.end();
  }
  addAll().catch(fail);
  return output;
}

function listIds({ cover, others, cardPictureIds }: PicturesOfGame): string[] {
  const ids = [cover, ...others].flatMap((picture) => picture?.pictureId ?? []);
  return [...ids, ...cardPictureIds.flatMap((id) => id ?? [])];
}

/** A game with the paths of its pictures in the zip. */
function withPictures(
  game: ExportedGame,
  { cover, others, cardPictureIds }: PicturesOfGame,
  written: ReadonlyMap<string, string>,
) {
  const toFile = ({ pictureId, altText }: GamePicture) => {
    const file = written.get(pictureId);
    return file === undefined ? [] : [{ file, text: altText }];
  };
  const [coverFile] = cover ? toFile(cover) : [];
  const cards = game.cards?.map((card, index) => ({
    ...card,
    picture: written.get(cardPictureIds[index] ?? '') ?? null,
  }));
  return {
    ...game,
    ...(cards && { cards }),
    cover: coverFile ?? null,
    pictures: others.flatMap(toFile),
  };
}

/** The pictures of games by the id of the game. */
async function readUses(
  db: Queryable,
  gameIds: readonly number[],
): Promise<Map<number, Omit<PicturesOfGame, 'cardPictureIds'>>> {
  const uses = new Map<number, Omit<PicturesOfGame, 'cardPictureIds'>>();
  if (gameIds.length === 0) return uses;
  const rows = await db
    .select({
      gameId: gamePictures.gameId,
      pictureId: gamePictures.pictureId,
      altText: gamePictures.altText,
      position: gamePictures.position,
    })
    .from(gamePictures)
    .where(inArray(gamePictures.gameId, [...gameIds]))
    .orderBy(asc(gamePictures.gameId), asc(gamePictures.position));
  for (const { gameId, position, ...picture } of rows) {
    const game = uses.get(gameId) ?? { cover: null, others: [] };
    uses.set(gameId, game);
    if (position === 0) game.cover = picture;
    else game.others.push(picture);
  }
  return uses;
}

/** The names of the full sizes in the file store. */
async function listFiles(db: Queryable, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ id: pictures.id, hash: pictures.fullHash })
    .from(pictures)
    .where(inArray(pictures.id, [...ids]))
    .orderBy(asc(pictures.id));
  return rows.flatMap(({ id, hash }) =>
    hash === null ? [] : [{ id, name: pictureFileName(id, hash) }],
  );
}
