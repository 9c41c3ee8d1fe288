import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Database } from '#database/client.ts';
import { preparedStatement } from '#database/prepared-query.ts';
import { games } from '#database/schema.ts';
import {
  type CoverRequest,
  coverHash,
  isBundled,
  isRemote,
  shareImageAddress,
} from './cover-address.ts';
import { type CoverMade, type CoverMakerOptions, createCoverMaker } from './make-covers.ts';

/** Counts the ways in which pictures have been made: with another one, all are made anew. */
const recipe = 2;

const types = { webp: 'image/webp', png: 'image/png', jpg: 'image/jpeg' } as const;

export interface Cover {
  type: (typeof types)[keyof typeof types];
  /** Another one where the bytes are others. */
  tag: string;
  /** Whether it is on the disk. */
  isKept(): Promise<boolean>;
  /** From the disk, else made now, once for all who ask for it at the time. */
  read(): Promise<CoverMade>;
}

/** The pictures of games as browsers get them; lives as long as the process. */
export interface Covers {
  /** Null where no game has such a picture, or not any more by the hash that was named. */
  find(wish: CoverRequest): Promise<Cover | null>;
  /** Where the drawing lies that stands in for a picture from elsewhere; null where none was drawn. */
  findDrawing(wish: CoverRequest): Promise<string | null>;
}

interface Stored {
  cover: string | null;
  scene: string | null;
  others: string[];
  drawnCover: string | null;
  drawnScene: string | null;
  drawnOthers: string[];
}

const readStored = preparedStatement<Stored, { id: number }>(
  'get-picture',
  sql`select game.background_image as cover, game.background_image_additional as scene,
    game.pictures as others, game.drawn_cover as "drawnCover", game.drawn_scene as "drawnScene",
    game.drawn_pictures as "drawnOthers"
  from ${games} as game where game.id = ${sql.placeholder('id')}::integer`,
);

/** Makes what answers for pictures. What is fetched was named by the database, never by a request. */
export function createCovers({ db, ...parts }: { db: Database } & CoverMakerOptions): Covers {
  const fly = createCoverMaker(parts);

  return {
    async find(wish) {
      const [stored] = await readStored(db, { id: wish.gameId });
      // An answer is kept for ever under its address, which must not come to mean another picture.
      const address = stored && addressOf(stored, wish);
      if (!address) return null;
      const size = wish.format === 'webp' ? wish.width : 'share';
      const key = createHash('sha256')
        .update(JSON.stringify([recipe, wish.format, size, address]))
        .digest('hex');
      return {
        type: types[wish.format],
        tag: key.slice(0, 20),
        isKept: () => parts.store.has(key),
        read: () => fly({ key, address, wish }),
      };
    },

    async findDrawing(wish) {
      const [stored] = wish.format === 'png' ? [] : await readStored(db, { id: wish.gameId });
      const drawing = stored && drawingOf(stored, wish.kind);
      if (!drawing || !isBundled(drawing)) return null;
      if (wish.format === 'webp') return drawing;
      return shareImageAddress({ id: wish.gameId, backgroundImage: drawing });
    },
  };
}

function addressOf(stored: Stored, wish: CoverRequest): string | undefined {
  const named = typeof wish.kind === 'number' ? stored.others[wish.kind - 1] : stored[wish.kind];
  // What was drawn is shared as it was before a games database named another cover, and in its place.
  const drawn = wish.kind === 'scene' ? stored.drawnScene : stored.drawnCover;
  const known = wish.format === 'png' ? [named, drawn] : [named];
  const isKind = wish.format === 'png' ? isBundled : isRemote;
  return (
    known.find((address) => address && isKind(address) && coverHash(address) === wish.hash) ??
    undefined
  );
}

function drawingOf(stored: Stored, kind: CoverRequest['kind']): string | null {
  if (typeof kind === 'number') return stored.drawnOthers[kind - 1] ?? null;
  return kind === 'cover' ? stored.drawnCover : stored.drawnScene;
}
