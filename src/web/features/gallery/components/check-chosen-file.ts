import { isImageType } from '#shared/constants/gallery/image-types.ts';
import { uploadConstants } from '#shared/constants/gallery/uploads.ts';
import { appErrors } from '#shared/errors/app-error.ts';

/** Checks a file before it is sent. Returns an error text, or null if the file is acceptable. */
export function checkChosenFile(file: File): string | null {
  // Some systems do not know the type of every picture.
  if (file.type !== '' && !isImageType(file.type)) return appErrors['not-a-picture'].text;
  if (file.size === 0) return 'This file is empty.';
  if (file.size > uploadConstants.bytesMax) return appErrors['upload-bytes'].text;
  return null;
}
