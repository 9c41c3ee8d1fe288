import { webGameConstants } from '#shared/constants/game-library/web-games.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { describeZipProblems, nameZipFile, type ZipProblem } from '../../lib/zip/zip-rules.ts';

/** Why a zip is not accepted as a web game. */
export const zipProblems: Record<WebGameZipProblem, string> = {
  ...describeZipProblems(webGameConstants),
  type: 'The zip contains a file of a type that is not allowed in web games.',
  index:
    'The zip has no index.html at its top level. Zip the files of the game, and not the folder around them.',
};

export type WebGameZipProblem = ZipProblem | 'type' | 'index';

/** The error of a zip that is not accepted. `name` is the file in it that is the reason. */
export function createZipError(reason: WebGameZipProblem, name?: string): AppError {
  return new AppError('web-game-zip', { reason, text: nameZipFile(zipProblems[reason], name) });
}
