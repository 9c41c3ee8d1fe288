import { upload } from '#shared/limits.ts';
import { isPictureKind } from '#shared/picture-kinds.ts';
import { refusals } from '#shared/refusals.ts';

/** What can be said of a file before it is sent; null when nothing is against it. */
export function faultOf(file: File): string | null {
  // A system does not know the type of every picture.
  if (file.type !== '' && !isPictureKind(file.type)) return refusals['not-a-picture'].text;
  if (file.size === 0) return 'This file is empty.';
  if (file.size > upload.bytesMax) return refusals['upload-bytes'].text;
  return null;
}

/** `4.2 MB`, as one reads it. */
export function sizeOf(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1_000))} KB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
