import { ownGameConstants } from '#shared/constants/catalog/own-games.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { filePicture } from '#shared/schemas/game-files.ts';
import type { PictureList, PictureUse } from '../catalog/own-games/game-pictures.ts';
import type { BundleFiles } from './bundle-files.ts';
import type { GameFileRow } from './parse-game-file.ts';
import { listProblems, type RowProblem } from './row-problem.ts';

/**
 * Compares the cover and the pictures of a row with those of the game. A row without a cover keeps it, and a row
 * without pictures keeps those. Returns null if nothing changes.
 */
export function checkPictures(
  { cover, pictures }: Pick<GameFileRow['more'], 'cover' | 'pictures'>,
  stored: PictureList | null,
  files: BundleFiles | null,
): { list: PictureList | null; problems: RowProblem[] } {
  if (cover === null && pictures === null) return { list: null, problems: [] };
  const problems: RowProblem[] = [];
  const find = (typed: NonNullable<typeof cover>, column: string): PictureUse | null => {
    const found = files?.pictures.get(typed.file);
    const { data, error } = filePicture.safeParse({ text: typed.text ?? '' });
    problems.push(...listProblems(error, column));
    if (!found)
      problems.push({
        column,
        text: 'Pictures are read from a zip: put this file and its pictures into one.',
      });
    else if ('problem' in found) problems.push({ column, text: found.problem });
    else return { pictureId: found.id ?? typed.file, altText: data?.text ?? '' };
    return null;
  };
  const newCover = cover && find(cover, 'cover');
  const others = pictures?.flatMap((typed, index) => find(typed, `pictures.${index + 1}`) ?? []);
  if ((others?.length ?? 0) > ownGameConstants.picturesMax)
    problems.push({ column: 'pictures', text: new AppError('too-many-game-pictures').message });
  const before = stored ?? { cover: null, others: [] };
  const list = { cover: newCover ?? before.cover, others: others ?? before.others };
  const isSame = JSON.stringify(list) === JSON.stringify(before);
  return { list: isSame || problems.length > 0 ? null : list, problems };
}
