import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { runExampleCommunity } from '#domain/example-community/run-example-community.ts';
import type { ExamplePicture } from '#domain/example-community/write-and-post.ts';
import { photoOf } from '#integrations/sharp/sample-photo.ts';
import { exampleCommunityConstants } from '#shared/constants/example-community.ts';
import { getArtDirectory } from '../bootstrap/art-directory.ts';
import { createCtx } from '../bootstrap/create-services.ts';
import type { Services } from '../bootstrap/services.ts';

/** The pictures of the example community: the game whose scene is shown, the caption, and the size in pixels. */
const examplePictures: readonly {
  gameId: number;
  caption: string;
  size: readonly [number, number];
}[] = [
  { gameId: 5679, caption: 'The road north, just before the snow.', size: [1600, 900] },
  { gameId: 4200, caption: 'Chamber 14. It was the other laser all along.', size: [1600, 1200] },
  { gameId: 13536, caption: 'Where it began for me.', size: [1200, 1200] },
  {
    gameId: 2819,
    caption: 'Sunset over the forest, and the radio was quiet for a minute.',
    size: [1080, 1440],
  },
  { gameId: 4291, caption: 'Last round of the Thursday evening.', size: [1600, 900] },
];

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
    working ??= runExampleCommunity(createCtx(services, request, null), {
      drawPictures: () => drawPictures(services),
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

/** Photographs of the drawn scenes. None where an external file service has the pictures of players. */
async function drawPictures({ gallery }: Services): Promise<ExamplePicture[]> {
  const scenes = path.join(getArtDirectory(), 'scenes');
  if (!existsSync(scenes) || gallery.externalFiles) return [];
  const drawn = await readdir(scenes);
  const pictures: ExamplePicture[] = [];
  for (const { gameId, caption, size } of examplePictures) {
    const name = drawn.find((file) => file.startsWith(`${gameId}-`) && file.endsWith('.svg'));
    if (!name) continue;
    const bytes = await photoOf(await readFile(path.join(scenes, name)), size);
    pictures.push({ bytes, caption });
  }
  return pictures;
}
