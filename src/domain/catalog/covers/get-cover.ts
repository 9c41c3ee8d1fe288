import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Database } from '#database/client.ts';
import { nullable, text, textArray } from '#database/column-types.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import { games } from '#database/schema.ts';
import {
  type CoverRequest,
  coverHash,
  isBundledPath,
  isResized,
  shareImagePath,
} from './cover-path.ts';
import {
  type CoverGeneratorOptions,
  type CoverResult,
  createCoverGenerator,
} from './generate-covers.ts';

/** Part of every cache key. Increase it when rendering changes, so that all covers are rendered again. */
const renderingVersion = 2;

const types = { webp: 'image/webp', png: 'image/png', jpg: 'image/jpeg' } as const;

export interface Cover {
  type: (typeof types)[keyof typeof types];
  /** The ETag: changes when the bytes change. */
  tag: string;
  /** Whether the rendered cover is cached on disk. */
  isCached(): Promise<boolean>;
  /** Reads the cover from the disk cache, or renders it. Simultaneous reads share one rendering. */
  read(): Promise<CoverResult>;
}

/** Finds and renders the covers of games; one object per process. */
export interface Covers {
  /** Null if no game has this picture, or if its hash is no longer the requested one. */
  find(request: CoverRequest): Promise<Cover | null>;
  /** The path of the bundled picture that replaces a picture of the provider; null if the game has no such picture. */
  findBundledFallback(request: CoverRequest): Promise<string | null>;
}

interface Stored {
  cover: string | null;
  scene: string | null;
  others: string[];
  /** The bundled pictures, also if the provider has named others. */
  drawnCover: string | null;
  drawnScene: string | null;
  drawnOthers: string[];
}

const readStored = prepareStatement<Stored, { id: number }>(
  'get-picture',
  {
    cover: nullable(text),
    scene: nullable(text),
    others: textArray,
    drawnCover: nullable(text),
    drawnScene: nullable(text),
    drawnOthers: textArray,
  },
  sql`select game.background_image as cover, game.background_image_additional as scene,
    game.pictures as others, game.drawn_cover as "drawnCover", game.drawn_scene as "drawnScene",
    game.drawn_pictures as "drawnOthers"
  from ${games} as game where game.id = ${sql.placeholder('id')}::integer`,
);

/** Creates the process's `Covers`. It fetches only URLs from the database, never from a request. */
export function createCovers({ db, ...parts }: { db: Database } & CoverGeneratorOptions): Covers {
  const generate = createCoverGenerator(parts);

  return {
    async find(request) {
      const [stored] = await readStored(db, { id: request.gameId });
      // Browsers cache a path for ever, so one path must never show two pictures.
      const source = stored && findRequestedSource(stored, request);
      if (!source) return null;
      const size = request.format === 'webp' ? request.width : 'share';
      const key = createHash('sha256')
        .update(JSON.stringify([renderingVersion, request.format, size, source]))
        .digest('hex');
      return {
        type: types[request.format],
        tag: key.slice(0, 20),
        isCached: () => parts.cache.has(key),
        read: () => generate({ key, source, request }),
      };
    },

    async findBundledFallback(request) {
      const [stored] = request.format === 'png' ? [] : await readStored(db, { id: request.gameId });
      const bundled = stored && getBundledPath(stored, request.kind);
      if (!bundled || !isBundledPath(bundled)) return null;
      if (request.format === 'webp') return bundled;
      return shareImagePath({ id: request.gameId, backgroundImage: bundled });
    },
  };
}

function findRequestedSource(stored: Stored, request: CoverRequest): string | undefined {
  const current =
    typeof request.kind === 'number' ? stored.others[request.kind - 1] : stored[request.kind];
  // A PNG path of a bundled picture stays valid after the provider has named another one.
  const bundled = request.kind === 'scene' ? stored.drawnScene : stored.drawnCover;
  const candidates = request.format === 'png' ? [current, bundled] : [current];
  const isKind = request.format === 'png' ? isBundledPath : isResized;
  return (
    candidates.find((source) => source && isKind(source) && coverHash(source) === request.hash) ??
    undefined
  );
}

function getBundledPath(stored: Stored, kind: CoverRequest['kind']): string | null {
  if (typeof kind === 'number') return stored.drawnOthers[kind - 1] ?? null;
  return kind === 'cover' ? stored.drawnCover : stored.drawnScene;
}
