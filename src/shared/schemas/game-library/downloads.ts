import { z } from 'zod';
import { downloadConstants } from '../../constants/game-library/downloads.ts';
import { atMostText } from '../../format/texts/characters.ts';
import { gameId } from '../fields/game-id.ts';
import { toOneLine } from '../fields/one-line.ts';
import { parseInput } from '../parse-input.ts';

const { nameMax, versionMax } = downloadConstants;

const reload = 'Reload the page and try again.';
const name = z
  .string('Enter a name.')
  .overwrite(toOneLine)
  .min(1, 'Enter a name.')
  .max(nameMax, atMostText(nameMax));
const version = z
  .string()
  .default('')
  .overwrite(toOneLine)
  .pipe(z.string().max(versionMax, atMostText(versionMax)));

/** The forms of one download. */
export const downloadInput = z.object({ downloadId: z.uuid(reload) });

/** The form with the texts of a download. */
export const downloadTextsInput = downloadInput.extend({ name, version });

/** The form that adds a file as a new download. */
const newDownloadInput = z.object({ name, version });
/** The form that puts a file in place of the file of a download. */
const replacedDownloadInput = downloadInput.extend({ version });

export type SentDownload =
  | (z.output<typeof newDownloadInput> & { downloadId?: undefined })
  | z.output<typeof replacedDownloadInput>;

/** Parses the fields that are sent before a file. @throws AppError `bad-input`. */
export function parseSentDownload(fields: ReadonlyMap<string, string>): SentDownload {
  const input = Object.fromEntries(fields);
  return fields.has('downloadId')
    ? parseInput(replacedDownloadInput, input)
    : parseInput(newDownloadInput, input);
}

/** The query of the page: `remove` and `replace` name a download, `done` and `failed` say what a form did. */
export const downloadsQuery = z.object({
  remove: z.uuid().nullable().catch(null),
  replace: z.uuid().nullable().catch(null),
  done: z.enum(['added', 'replaced']).nullable().catch(null),
  failed: z.string().max(50).nullable().catch(null),
});

/** The path of a download. */
export const downloadPathInput = z.object({ gameId, downloadId: z.uuid() });
