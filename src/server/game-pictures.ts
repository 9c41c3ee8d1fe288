import { availableParallelism } from 'node:os';
import path from 'node:path';
import { createDrawnPictures } from '#adapters/drawn-pictures.ts';
import { createPictureFolder } from '#adapters/picture-folder.ts';
import { createPictureMaker } from '#adapters/picture-maker.ts';
import { createPictures, type Pictures } from '#domain/catalogue/get-picture.ts';
import { gamePictures as limits } from '#shared/limits.ts';
import { artDirectory } from './art-directory.ts';
import type { Services } from './services.ts';

/** The pictures of games, kept under DATA_DIR/pictures. */
export function openGamePictures({
  config,
  db,
  clock,
  log,
  gamesDatabase,
}: Pick<Services, 'config' | 'db' | 'clock' | 'log' | 'gamesDatabase'>): Pictures {
  return createPictures({
    db,
    clock,
    log,
    gamesDatabase,
    maker: createPictureMaker({ pixelsMax: limits.pixelsMax }),
    store: createPictureFolder(path.join(config.DATA_DIR, 'pictures'), {
      maxBytes: limits.keptBytesMax,
      log,
    }),
    drawn: createDrawnPictures(artDirectory()),
    // One core stays with the shop; two of the four threads that do such work stay with the rest.
    makingAtOnce: Math.max(1, Math.min(2, availableParallelism() - 1)),
  });
}
