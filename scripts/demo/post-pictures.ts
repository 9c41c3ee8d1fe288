import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pictures } from '#database/schema.ts';
import { postPicture } from '#domain/gallery/post-picture.ts';
import { receiveSingleUpload } from '#domain/gallery/uploads/receive-single-upload.ts';
import { issueUploadToken } from '#domain/gallery/uploads/upload-signature.ts';
import { uploadConstants } from '#shared/constants/uploads.ts';
import { photoOf } from './sample-photo.ts';
import { createWorld, type DemoParts, type World } from './world.ts';

/** Scenes that players took pictures of: the game's id, what they say of it, and in which form. */
export const hung: readonly { gameId: number; caption: string; form: readonly [number, number] }[] =
  [
    { gameId: 5679, caption: 'The road north, just before the snow.', form: [1920, 1080] },
    { gameId: 4200, caption: 'Chamber 14. It was the other laser all along.', form: [1600, 1200] },
    { gameId: 3328, caption: '', form: [2400, 900] },
    { gameId: 13536, caption: 'Where it began for me.', form: [1200, 1200] },
    {
      gameId: 2819,
      caption: 'Sunset over the forest, and the radio was quiet for a minute.',
      form: [1080, 1440],
    },
    { gameId: 4291, caption: 'Last round of the Thursday evening.', form: [1920, 1080] },
    { gameId: 12020, caption: 'Four friends, one medkit.', form: [1600, 1200] },
    { gameId: 3498, caption: 'Parked it myself.', form: [900, 1600] },
  ];

/**
 * Hangs pictures into the gallery that players with these ids sent since yesterday, made of the house's
 * own drawings. Without them, and where pictures are already, it hangs none.
 */
export async function hang(parts: DemoParts, userIds: readonly string[]): Promise<void> {
  const scenes = path.join(parts.artDirectory, 'scenes');
  if (!existsSync(scenes) || (await parts.db.$count(pictures)) > 0) return;
  const drawn = await readdir(scenes);
  const world = createWorld(parts, 'hang', new Date(parts.now.getTime() - 20 * 60 * 60 * 1000));
  for (const { gameId, caption, form } of hung) {
    const name = drawn.find((file) => file.startsWith(`${gameId}-`));
    const userId = userIds[world.integer(userIds.length)];
    if (!name || !userId) continue;
    world.wait(3_600_000 + world.integer(3_600_000));
    const bytes = await photoOf(await readFile(path.join(scenes, name)), form);
    await world.as(userId, () => send(world, bytes, caption));
  }
}

async function send({ ctx }: World, bytes: Buffer, caption: string): Promise<void> {
  const pass = await issueUploadToken(ctx);
  const { id } = await ctx.tempDirs.enter(async (room) => {
    const written = await room.write(pieces(bytes), { bytesMax: uploadConstants.bytesMax });
    const file = { ...written, name: 'picture.jpg' };
    return receiveSingleUpload(ctx, room, { pass, file, publish: false });
  });
  await postPicture(ctx, { id, caption });
}

async function* pieces(bytes: Buffer) {
  yield bytes;
}
