import { availableParallelism } from 'node:os';
import path from 'node:path';
import { type Covers, createCovers } from '#domain/catalog/covers/get-cover.ts';
import { createBundledCovers } from '#integrations/disk/bundled-covers.ts';
import { createCoverCache } from '#integrations/disk/cover-cache.ts';
import { createCoverRenderer } from '#integrations/sharp/cover-renderer.ts';
import { coverConstants } from '#shared/constants/covers.ts';
import { artDirectory } from './art-directory.ts';
import type { Services } from './services.ts';

/** The pictures of games, kept under DATA_DIR/pictures. */
export function openCovers({
  config,
  db,
  clock,
  log,
  catalogProvider,
}: Pick<Services, 'config' | 'db' | 'clock' | 'log' | 'catalogProvider'>): Covers {
  return createCovers({
    db,
    clock,
    log,
    gamesDatabase: catalogProvider,
    maker: createCoverRenderer({ pixelsMax: coverConstants.pixelsMax }),
    store: createCoverCache(path.join(config.DATA_DIR, 'pictures'), {
      maxBytes: coverConstants.keptBytesMax,
      log,
    }),
    drawn: createBundledCovers(artDirectory()),
    // One core stays with the shop; two of the four threads that do such work stay with the rest.
    makingAtOnce: Math.max(1, Math.min(2, availableParallelism() - 1)),
  });
}
