/** The byte order marks of UTF-16, which Excel writes as 'Unicode text'. */
const marks = [
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
] as const;

/** Decodes UTF-8, or UTF-16 with a byte order mark, which is removed. Null for other bytes. */
export function decodeText(bytes: Uint8Array): string | null {
  const mark = marks.find((one) => one.bytes.every((byte, index) => bytes[index] === byte));
  try {
    return new TextDecoder(mark?.encoding ?? 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
