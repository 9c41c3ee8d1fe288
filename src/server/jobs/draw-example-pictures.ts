import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ExamplePicture } from '#domain/example-community/befriend-and-write.ts';
import { photoOf } from '#integrations/sharp/example-community-photo.ts';

/** The pictures of invented players: the game whose scene is shown, the caption, and the size in pixels. */
export const examplePictures: readonly {
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
  { gameId: 3328, caption: '', size: [2400, 900] },
  { gameId: 12020, caption: 'Four friends, one medkit.', size: [1600, 1200] },
  { gameId: 3498, caption: 'Parked it myself.', size: [900, 1600] },
];

/** Photographs of the drawn scenes in `artDirectory`; none where they are not drawn. */
export async function drawExamplePictures(artDirectory: string): Promise<ExamplePicture[]> {
  const scenes = path.join(artDirectory, 'scenes');
  if (!existsSync(scenes)) return [];
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
