import { z } from 'zod';
import type { UploadOptions } from '#domain/gallery/uploads/start-upload.ts';
import type { UploadToken } from '#domain/gallery/uploads/upload-token.ts';
import { fileServiceConstants, uploadConstants } from '#shared/constants/gallery/uploads.ts';
import { isLongerThan } from '#shared/format/texts/characters.ts';
import { ApiError } from '../lib/api-error.ts';

type Fields = ReadonlyMap<string, string>;

const number = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
const uuid = z.uuid();
const metadataPattern = new RegExp(
  `^metadata\\[([\\w.:-]{1,${fileServiceConstants.metadataNameMax}})\\]$`,
);

/** @throws ApiError `ProjectPublicKeyRequiredError` if the public key is missing. */
export function requirePublicKey(value: string | undefined, name: string): string {
  if (value) return value;
  throw new ApiError(403, 'ProjectPublicKeyRequiredError', `${name} is required.`);
}

/** Parses the upload signature of a form. @throws ApiError if a field is missing or invalid. */
export function parseUploadToken(fields: Fields): UploadToken {
  const publicKey = requirePublicKey(fields.get('UPLOADCARE_PUB_KEY'), 'UPLOADCARE_PUB_KEY');
  const signature = fields.get('signature');
  const expire = fields.get('expire');
  if (!signature) throw new ApiError(400, 'SignatureRequiredError', '`signature` is required.');
  if (!expire) {
    throw new ApiError(400, 'SignatureExpirationRequiredError', '`expire` is required.');
  }
  if (!/^\d{1,12}$/.test(expire)) {
    const text = '`expire` must be a UNIX timestamp.';
    throw new ApiError(400, 'SignatureExpirationInvalidError', text);
  }
  return { publicKey, signature, expire };
}

/**
 * Parses the options of an upload: the client's metadata, and whether the picture is published at once.
 * @throws ApiError `MetadataInvalidError` for invalid names and too much metadata.
 */
export function parseFileOptions(fields: Fields): Omit<UploadOptions, 'userId'> {
  const publish = !['0', 'false'].includes(fields.get('UPLOADCARE_STORE') ?? 'auto');
  const metadata: Record<string, string> = {};
  for (const [field, value] of fields) {
    if (!field.startsWith('metadata[')) continue;
    const name = metadataPattern.exec(field)?.[1];
    if (name === undefined || isLongerThan(value, fileServiceConstants.metadataValueMax)) {
      throw new ApiError(400, 'MetadataInvalidError', `${field.slice(0, 80)} is not allowed.`);
    }
    metadata[name] = value.replaceAll('\0', '');
  }
  if (Object.keys(metadata).length > fileServiceConstants.metadataMax) {
    throw new ApiError(400, 'MetadataInvalidError', 'There is too much metadata.');
  }
  return { publish, metadata };
}

/** Parses the name and sizes of a file that will be sent in parts. @throws ApiError for invalid sizes. */
export function parseAnnouncedFile(fields: Fields) {
  const bytes = number.safeParse(fields.get('size'));
  if (!bytes.success) {
    throw new ApiError(400, 'MultipartSizeInvalidError', 'size should be integer.');
  }
  const partBytes = number.safeParse(fields.get('part_size') ?? uploadConstants.partBytesMin);
  if (!partBytes.success) {
    const text = 'Multipart Upload Part Size should be an integer.';
    throw new ApiError(400, 'MultipartPartSizeInvalidError', text);
  }
  if (partBytes.data < uploadConstants.partBytesMin) {
    const text = `Multipart Upload Part Size can not be less than ${uploadConstants.partBytesMin} bytes.`;
    throw new ApiError(400, 'MultipartPartSizeTooSmallError', text);
  }
  return { name: fields.get('filename') ?? '', bytes: bytes.data, partBytes: partBytes.data };
}

/** @throws ApiError `FileIdRequiredError` if the id is missing, `FileNotFoundError` if it is not a UUID. */
export function parseFileId(value: string | undefined, name: string): string {
  if (!value) throw new ApiError(400, 'FileIdRequiredError', `${name} is required.`);
  const parsed = uuid.safeParse(value);
  if (!parsed.success) throw new ApiError(404, 'FileNotFoundError', 'File is not found.');
  return parsed.data;
}
