import type { AppError } from '#shared/errors/app-error.ts';

/** Bounds of a zip that somebody sent. */
export interface ZipLimits {
  /** Files and folders. */
  filesMax: number;
  fileBytesMax: number;
  /** All files together. */
  bytesMax: number;
  /** How many times larger a file, and all files together, may be than in the zip. Small ones do not count. */
  ratioMax: number;
  ratioFromBytes: number;
  pathMax: number;
  depthMax: number;
}

/** Why a zip is not accepted, whatever it is for. */
export type ZipProblem =
  | 'unreadable'
  | 'encrypted'
  | 'compression'
  | 'encoding'
  | 'name'
  | 'special'
  | 'duplicate'
  | 'count'
  | 'size'
  | 'ratio';

/** The bounds of a zip, and the error of one that breaks them. */
export interface ZipRules {
  limits: ZipLimits;
  /** `name` is the file in the zip that is the reason. */
  createError(reason: ZipProblem, name?: string): AppError;
}

/** The texts of the problems. */
export function describeZipProblems({
  filesMax,
  pathMax,
  depthMax,
  ratioMax,
}: Pick<ZipLimits, 'filesMax' | 'pathMax' | 'depthMax' | 'ratioMax'>): Record<ZipProblem, string> {
  return {
    unreadable: 'This file is not a zip file, or it is damaged.',
    encrypted: 'A file in the zip is encrypted.',
    compression: 'A file in the zip is compressed in a way that is not supported. Use Deflate.',
    encoding: 'The name of a file in the zip is not valid UTF-8.',
    name: `A file in the zip has a name that is not allowed. Names have at most ${pathMax} characters and ${depthMax} folders, no '.' or '..' as a folder, and none of \\ : * ? " < > |`,
    special: 'The zip contains a link or another special file. Only files and folders are allowed.',
    duplicate:
      'Two files in the zip have the same name, or names that differ only in upper and lower case.',
    count: `The zip contains more than ${filesMax.toLocaleString('en-US')} files.`,
    size: 'The files of the zip are too large.',
    ratio: `A file in the zip is more than ${ratioMax} times as large when it is unpacked.`,
  };
}

/** A text with the file in the zip that is the reason. Its name comes from the zip, so only a part of it is shown. */
export function nameZipFile(text: string, name: string | undefined): string {
  const shown = name === undefined ? '' : ` (${name.slice(0, 80)})`;
  return text.replace(/\.?$/, `${shown}.`);
}
