import { gameKeyConstants } from '#shared/constants/game-library/game-keys.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Ctx } from '../../context.ts';
import { requireCatalogEditor } from '../../permissions/require-catalog-editor.ts';
import { type KeyList, parseKeyList } from './parse-key-list.ts';
import {
  findKeyColumn,
  type KeyColumn,
  type KeyTablePreview,
  listKeysOfColumn,
  previewKeyTable,
  readKeyFile,
  readKeyTable,
} from './parse-key-table.ts';

/** Keys that an editor sends: a list, one a line, or a table with the column that has them. */
export type SentKeys = { list: string } | { table: string; column: KeyColumn };

const reject = (field: 'list' | 'file', text: string) =>
  new AppError('bad-input', { fields: { [field]: text } });
const rejectFile = (text: string) => reject('file', text);

/**
 * Finds the keys in a file of an editor, or counts those of each column of a table that does not name the one with
 * keys. Nothing is stored.
 * @throws AppError `login-required`, `catalog-editors-only`, `bad-input`.
 */
export function readSentFile(
  ctx: Pick<Ctx, 'actor' | 'request' | 'accounts'>,
  file: { name: string; bytes: Uint8Array },
): SentKeys | { preview: KeyTablePreview } {
  requireCatalogEditor(ctx);
  const read = readKeyFile(file);
  if (!read) throw rejectFile('The file is no text in UTF-8. In Excel, save it as “CSV UTF-8”.');
  if ('list' in read) return read;
  const { table } = read;
  const column = findKeyColumn(readKeyTable(table, rejectFile));
  if (column === null) return { preview: previewKeyTable(table, rejectFile) };
  return { table, column: { column, hasHeading: true } };
}

/** @throws AppError `bad-input` for no key or too many */
export function listSentKeys(sent: SentKeys): KeyList {
  const isList = 'list' in sent;
  const list = isList
    ? parseKeyList(sent.list)
    : listKeysOfColumn(readKeyTable(sent.table, rejectFile), sent.column);
  const field = isList ? 'list' : 'file';
  if (list.lines === 0)
    throw reject(field, isList ? 'Enter one key a line.' : 'There is no key in this column.');
  if (list.lines > gameKeyConstants.linesMax) throw reject(field, 'A form can have 5,000 keys.');
  return list;
}
