import type { ByteRange } from '#domain/gallery/storage/file-store.ts';

/**
 * Reads the `Range` header of a request for a file of `bytes` bytes (RFC 9110, 14.2). Null: the whole file is the
 * answer, as it is for invalid headers, other units and several ranges. `unsatisfiable`: the file has no such bytes.
 */
export function readByteRange(
  header: string | undefined,
  bytes: number,
): ByteRange | 'unsatisfiable' | null {
  const [, first = '', last = ''] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (first === '') {
    // The last bytes of the file.
    const count = Number(last);
    return count === 0 ? 'unsatisfiable' : { start: Math.max(0, bytes - count), end: bytes - 1 };
  }
  const start = Number(first);
  const end = last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  if (last !== '' && Number(last) < start) return null;
  return start >= bytes ? 'unsatisfiable' : { start, end };
}
