export type RasterFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif';

/** Detects the format of a raster picture by its first bytes; null for other files. */
export function detectRasterFormat(bytes: Uint8Array): RasterFormat | null {
  const head = Buffer.from(bytes.subarray(0, 32)).toString('latin1');
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (/^GIF8[79]a/.test(head)) return 'gif';
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'webp';
  // The brand may be the major brand or a compatible one.
  if (head.slice(4, 8) === 'ftyp' && /avi[fs]/.test(head.slice(8))) return 'avif';
  return null;
}
