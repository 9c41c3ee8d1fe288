import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pictures } from '#database/schema.ts';
import { postPicture } from '#domain/gallery/post-picture.ts';
import { receiveSingleUpload } from '#domain/gallery/uploads/start-upload.ts';
import { requireUploadPermission } from '#domain/gallery/uploads/upload-token.ts';
import { photoOf } from '#integrations/sharp/sample-photo.ts';
import { uploadConstants } from '#shared/constants/uploads.ts';
import { createDemoSession, type DemoParts, type DemoSession } from './demo-session.ts';

/** Pictures in the gallery: the game whose scene is shown, the caption, and width and height. */
export const demoPictures: readonly {
  gameId: number;
  caption: string;
  size: readonly [number, number];
}[] = [
  { gameId: 5679, caption: 'The road north, just before the snow.', size: [1920, 1080] },
  { gameId: 4200, caption: 'Chamber 14. It was the other laser all along.', size: [1600, 1200] },
  { gameId: 3328, caption: '', size: [2400, 900] },
  { gameId: 13536, caption: 'Where it began for me.', size: [1200, 1200] },
  {
    gameId: 2819,
    caption: 'Sunset over the forest, and the radio was quiet for a minute.',
    size: [1080, 1440],
  },
  { gameId: 4291, caption: 'Last round of the Thursday evening.', size: [1920, 1080] },
  { gameId: 12020, caption: 'Four friends, one medkit.', size: [1600, 1200] },
  { gameId: 3498, caption: 'Parked it myself.', size: [900, 1600] },
];

/**
 * Posts pictures of these players in the gallery, dated since yesterday and made from the drawn scenes.
 * Does nothing when the scenes are not drawn or the gallery has pictures.
 */
export async function postDemoPictures(
  parts: DemoParts,
  userIds: readonly string[],
): Promise<void> {
  const scenes = path.join(parts.artDirectory, 'scenes');
  if (!existsSync(scenes) || (await parts.db.$count(pictures)) > 0) return;
  const drawn = await readdir(scenes);
  const session = createDemoSession(
    parts,
    'hang',
    new Date(parts.now.getTime() - 20 * 60 * 60 * 1000),
  );
  for (const { gameId, caption, size } of demoPictures) {
    const name = drawn.find((file) => file.startsWith(`${gameId}-`));
    const userId = userIds[session.integer(userIds.length)];
    if (!name || !userId) continue;
    session.wait(3_600_000 + session.integer(3_600_000));
    const bytes = await photoOf(await readFile(path.join(scenes, name)), size);
    await session.as(userId, () => send(session, bytes, caption));
  }
}

async function send({ ctx }: DemoSession, bytes: Buffer, caption: string): Promise<void> {
  const { id: userId } = await requireUploadPermission(ctx);
  const { id } = await ctx.gallery.tempDirs.use(async (tempDir) => {
    const written = await tempDir.write(pieces(bytes), { bytesMax: uploadConstants.bytesMax });
    const file = { ...written, name: 'picture.jpg' };
    return receiveSingleUpload(ctx, tempDir, { userId, file, publish: false });
  });
  await postPicture(ctx, { id, caption });
}

async function* pieces(bytes: Buffer) {
  yield bytes;
}
