import { availableParallelism } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type Covers, createCovers } from '#domain/catalog/covers/get-cover.ts';
import type { Ctx } from '#domain/context.ts';
import { pictureFileName } from '#domain/gallery/storage/file-store.ts';
import { createBundledCovers } from '#integrations/disk/bundled-covers.ts';
import { createCoverCache } from '#integrations/disk/cover-cache.ts';
import { createCoverRenderer } from '#integrations/sharp/cover-renderer.ts';
import { coverConstants } from '#shared/constants/catalog/covers.ts';
import { getArtDirectory } from './art-directory.ts';
import type { Services } from './services.ts';

/** Creates the covers service, with its cache under DATA_DIR/pictures. */
export function openCovers({
  config,
  db,
  clock,
  log,
  provider,
  fileStore,
}: Pick<Services, 'config' | 'db' | 'clock' | 'log'> & {
  provider: () => Ctx['catalog']['provider'];
} & Pick<Ctx['gallery'], 'fileStore'>): Covers {
  return createCovers({
    db,
    clock,
    log,
    provider,
    async readSitePicture({ id, hash }) {
      const file = await fileStore.open(pictureFileName(id, hash));
      return file && buffer(file.stream);
    },
    renderer: createCoverRenderer({ pixelsMax: coverConstants.pixelsMax }),
    cache: createCoverCache(path.join(config.DATA_DIR, 'pictures'), {
      maxBytes: coverConstants.cacheBytesMax,
      log,
    }),
    bundledCovers: createBundledCovers(getArtDirectory()),
    // One core stays free for requests, and two of libuv's four threads for other work. Several web
    // processes render one cover each.
    rendersAtOnce:
      config.WEB_PROCESSES > 1 ? 1 : Math.max(1, Math.min(2, availableParallelism() - 1)),
  });
}
