import { addGamePictures, getGamePictures } from '#domain/catalog/own-games/game-pictures.ts';
import type { Ctx } from '#domain/context.ts';
import { uploadSitePicture } from '#domain/gallery/site-pictures/upload-site-picture.ts';
import { ownGameConstants } from '#shared/constants/catalog/own-games.ts';
import { AppError, isAppError } from '#shared/errors/app-error.ts';

/**
 * Adds the files to the pictures of a game. If some of them are rejected, the others are added.
 * @throws AppError `bad-input` with the reason for each rejected file, `too-many-game-pictures`, and the
 * codes of `getGamePictures`.
 */
export async function uploadGamePictures(
  ctx: Ctx,
  { gameId, files, signal }: { gameId: number; files: readonly File[]; signal: AbortSignal },
): Promise<void> {
  const { others } = await getGamePictures(ctx, gameId);
  // Before the work of decoding them.
  if (others.length + files.length > ownGameConstants.picturesMax)
    throw new AppError('too-many-game-pictures');
  const added: { pictureId: string; altText: string }[] = [];
  const problems: string[] = [];
  for (const file of files) {
    try {
      added.push({ pictureId: (await uploadSitePicture(ctx, file, signal)).id, altText: '' });
    } catch (error) {
      if (!isAppError(error)) throw error;
      problems.push(`${file.name}: ${error.message}`);
    }
  }
  if (added.length > 0) await addGamePictures(ctx, { gameId, added });
  if (problems.length > 0)
    throw new AppError('bad-input', { fields: { pictures: problems.join(' ') } });
}
