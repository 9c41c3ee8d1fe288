import { isImageType } from '#shared/constants/gallery/image-types.ts';
import { uploadConstants } from '#shared/constants/gallery/uploads.ts';
import { galleryErrors } from '#shared/errors/gallery.ts';

/** Checks a file before it is sent. Returns an error text, or null if the file is acceptable. */
export function checkChosenFile(file: File): string | null {
  // Some systems do not know the type of every picture.
  if (file.type !== '' && !isImageType(file.type)) return galleryErrors['not-a-picture'].text;
  if (file.size === 0) return 'This file is empty.';
  if (file.size > uploadConstants.bytesMax) return galleryErrors['upload-bytes'].text;
  return null;
}
