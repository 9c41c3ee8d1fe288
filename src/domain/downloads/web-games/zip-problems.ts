import { webGameConstants } from '#shared/constants/web-games.ts';
import { AppError } from '#shared/errors/app-error.ts';

const { filesMax, pathMax, depthMax, ratioMax } = webGameConstants;

/** Why a zip is not accepted as a web game. */
export const zipProblems = {
  unreadable: 'This file is not a zip file, or it is damaged.',
  encrypted: 'A file in the zip is encrypted.',
  compression: 'A file in the zip is compressed in a way that is not supported. Use Deflate.',
  encoding: 'The name of a file in the zip is not valid UTF-8.',
  name: `A file in the zip has a name that is not allowed. Names have at most ${pathMax} characters and ${depthMax} folders, no '.' or '..' as a folder, and none of \\ : * ? " < > |`,
  special: 'The zip contains a link or another special file. Only files and folders are allowed.',
  duplicate:
    'Two files in the zip have the same name, or names that differ only in upper and lower case.',
  type: 'The zip contains a file of a type that is not allowed in web games.',
  count: `The zip contains more than ${filesMax.toLocaleString('en-US')} files.`,
  size: 'The files of the zip are too large.',
  ratio: `A file in the zip is more than ${ratioMax} times as large when it is unpacked.`,
  index:
    'The zip has no index.html at its top level. Zip the files of the game, and not the folder around them.',
} as const;

export type ZipProblem = keyof typeof zipProblems;

/** The error of a zip that is not accepted. `name` is the file in it that is the reason. */
export function createZipError(reason: ZipProblem, name?: string): AppError {
  const text = zipProblems[reason];
  // The name comes from the zip, so only a part of it is shown.
  const shown = name === undefined ? '' : ` (${name.slice(0, 80)})`;
  return new AppError('web-game-zip', { reason, text: text.replace(/\.?$/, `${shown}.`) });
}
