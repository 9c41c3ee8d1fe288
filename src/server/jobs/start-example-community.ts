import { randomUUID } from 'node:crypto';
import { makeOrRemoveExampleCommunity } from '#domain/example-community/make-or-remove-examples.ts';
import { exampleCommunityConstants } from '#shared/constants/site/example-community.ts';
import { getArtDirectory } from '../bootstrap/art-directory.ts';
import { createCtx } from '../bootstrap/create-services.ts';
import type { Services } from '../bootstrap/services.ts';
import { drawExamplePictures } from './draw-example-pictures.ts';

/**
 * Makes or removes the example community when an admin has requested that. A stopped or killed node leaves it to
 * another one. Returns the function that stops it.
 */
export function startExampleCommunity(services: Services): () => Promise<void> {
  const request = {
    id: randomUUID(),
    address: '127.0.0.1',
    origin: services.site.origin,
    userAgent: 'Guildhall',
  };
  let working: Promise<void> | null = null;
  const timer = setInterval(() => {
    working ??= makeOrRemoveExampleCommunity(createCtx(services, request, null), {
      // An external file service has the pictures of players.
      drawPictures: async () =>
        services.gallery.externalFiles ? [] : drawExamplePictures(getArtDirectory()),
    })
      .catch((error: unknown) => services.log.warn({ err: error }, 'a job could not be read'))
      .finally(() => {
        working = null;
      });
  }, exampleCommunityConstants.checkEveryMs).unref();
  return async () => {
    clearInterval(timer);
    await working;
  };
}
