import { parse } from 'range-parser';
import type { ByteRange } from '#domain/gallery/storage/file-store.ts';

/**
 * Reads the `Range` header of a request for a file of `bytes` bytes (RFC 9110, 14.2). Null: the whole file is the
 * answer, as it is for invalid headers, other units and several ranges. `unsatisfiable`: the file has no such bytes.
 */
export function readByteRange(
  header: string | undefined,
  bytes: number,
): ByteRange | 'unsatisfiable' | null {
  if (header === undefined) return null;
  const { code, type, ranges } = parse(bytes, header);
  if (type !== 'bytes') return null;
  if (code === unsatisfiable && ranges.length === 0) return 'unsatisfiable';
  const [range] = ranges;
  return code === 0 && range && ranges.length === 1 ? range : null;
}

/** The code of the parser for ranges of which none is invalid, but at least one is beyond the file. */
const unsatisfiable = 2;
