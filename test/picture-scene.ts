import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect } from 'vitest';
import { createDrawnPictures } from '#adapters/drawn-pictures.ts';
import { createPictureFolder } from '#adapters/picture-folder.ts';
import { createPictureMaker } from '#adapters/picture-maker.ts';
import { createPictures } from '#domain/catalogue/get-picture.ts';
import { pictureAddress } from '#domain/catalogue/picture-address.ts';
import { GamesDatabaseFailure } from '#shared/games-database-failure.ts';
import { gamePictures as limits } from '#shared/limits.ts';
import { useDatabase } from './database.ts';
import { createClock, createGame } from './factories.ts';
import { createWeb } from './web.ts';

const silent = { info() {}, warn() {}, error() {} };

/** A catalogue whose pictures are elsewhere, and shops over it; called at the top of a suite. */
export function usePictures() {
  const database = useDatabase();
  let folder: string;
  let photograph: Buffer;
  let counter = 0;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'guildhall-passing-'));
    photograph = await sharp({
      create: { width: 1600, height: 900, channels: 3, background: '#369' },
    })
      .jpeg()
      .toBuffer();
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** A shop whose pictures come from `send`; `fetched` lists what the source was asked for. */
  function open(
    send: (address: string) => Uint8Array | Promise<Uint8Array> = () => photograph,
    kept = `pictures-${randomUUID()}`,
  ) {
    const fetched: string[] = [];
    const clock = createClock();
    let now = 0;
    let most = 0;
    const gamePictures = createPictures({
      db: database.db,
      clock,
      log: silent,
      gamesDatabase: {
        async getPicture(address, maxBytes) {
          expect(maxBytes).toBe(limits.bytesMax);
          fetched.push(address);
          now += 1;
          most = Math.max(most, now);
          try {
            return await send(address);
          } finally {
            now -= 1;
          }
        },
      },
      maker: createPictureMaker({ pixelsMax: limits.pixelsMax }),
      store: createPictureFolder(path.join(folder, kept), { maxBytes: 1e8, log: silent }),
      drawn: createDrawnPictures('public/art'),
      makingAtOnce: 1,
    });
    const web = createWeb(database.db, { gamePictures });
    return { ...web, ...web.visit(), fetched, clock, most: () => most };
  }

  /** A game with a picture at the source, and the address of that here. */
  async function createPictured(name = 'cover.jpg') {
    counter += 1;
    const stored = `https://media.example/games/${counter}/${name}`;
    const { id } = await createGame(database.db, { backgroundImage: stored });
    return { id, stored, address: pictureAddress(id, 'cover', stored, 320) ?? '' };
  }

  return {
    database,
    open,
    createPictured,
    /** A JPEG of 1600 by 900. */
    photograph: () => photograph,
  };
}

/** A source that fails so. */
export function failure(trouble: 'unavailable' | 'limited' | 'malformed', retryAfterMs?: number) {
  return (): never => {
    throw new GamesDatabaseFailure(trouble, 'made up', retryAfterMs);
  };
}
