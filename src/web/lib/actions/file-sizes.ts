import { data } from 'react-router';
import { requestBodyConstants } from '#shared/constants/server/http-requests.ts';
import { sitePictureConstants } from '#shared/constants/site/site-pictures.ts';
import { galleryErrors } from '#shared/errors/gallery.ts';
import { requestErrors } from '#shared/errors/http-requests.ts';
import type { FailedForm } from './form-action.ts';
import { readTypedValues } from './typed-values.ts';

/** Room for the other fields of a form with files. */
const fieldBytes = 64 * 1024;

/** The files of a form under a name; the browser sends an empty one if none was chosen. */
export function readFiles(form: FormData, name: string): File[] {
  return form.getAll(name).filter((value) => value instanceof File && value.size > 0) as File[];
}

/** How large the files of a field may be: each, and together. `text` says what is allowed. */
export interface FileLimit {
  name: string;
  bytesMax: number;
  totalMax?: number;
  text: string;
}

/** The limit of a field for a picture of the site. */
export function pictureLimit(name: string): FileLimit {
  return {
    name,
    bytesMax: sitePictureConstants.bytesMax,
    text: galleryErrors['site-picture-bytes'].text,
  };
}

/**
 * Checks in the browser that the files of a form are not too large, before they are sent. Returns the
 * failed form, or null.
 */
export async function checkFileSizes(
  request: Request,
  {
    name,
    bytesMax,
    totalMax = requestBodyConstants.fileFormBytesMax - fieldBytes,
    text,
  }: FileLimit,
) {
  const form = await request.clone().formData();
  const files = readFiles(form, name);
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const isTooLarge = files.some(({ size }) => size > bytesMax);
  const message = isTooLarge
    ? text
    : total > totalMax
      ? 'These files are too large together: 12 MB at a time.'
      : null;
  if (message === null) return null;
  const error = {
    code: 'bad-input' as const,
    message: requestErrors['bad-input'].text,
    fields: { [name]: message },
    retryAfterMs: null,
  };
  return data<FailedForm>({ error, typed: readTypedValues(form) }, { status: 413 });
}
