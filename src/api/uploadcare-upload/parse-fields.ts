import { z } from 'zod';
import type { FileWishes } from '#domain/gallery/uploads/receive-single-upload.ts';
import type { UploadToken } from '#domain/gallery/uploads/upload-signature.ts';
import { fileServiceConstants, uploadConstants } from '#shared/constants/uploads.ts';
import { type WireError, wire } from './responses.ts';

/** What a client asked for in a form that the wire does not have. */
export class WireFault extends Error {
  readonly wire: WireError;

  constructor(status: number, code: string, content: string) {
    super(content);
    this.wire = wire(status, code, content);
  }
}

type Fields = ReadonlyMap<string, string>;

const number = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
const uuid = z.uuid();
const metadataForm = new RegExp(
  `^metadata\\[([\\w.:-]{1,${fileServiceConstants.metadataNameMax}})\\]$`,
);

/** The public key. @throws WireFault when there is none. */
export function readPublicKey(value: string | undefined, name: string): string {
  if (value) return value;
  throw new WireFault(403, 'ProjectPublicKeyRequiredError', `${name} is required.`);
}

/** In whose name a file comes. @throws WireFault when a word of it is missing. */
export function readPass(fields: Fields): UploadToken {
  const publicKey = readPublicKey(fields.get('UPLOADCARE_PUB_KEY'), 'UPLOADCARE_PUB_KEY');
  const signature = fields.get('signature');
  const expire = fields.get('expire');
  if (!signature) throw new WireFault(400, 'SignatureRequiredError', '`signature` is required.');
  if (!expire) {
    throw new WireFault(400, 'SignatureExpirationRequiredError', '`expire` is required.');
  }
  if (!/^\d{1,12}$/.test(expire)) {
    const text = '`expire` must be a UNIX timestamp.';
    throw new WireFault(400, 'SignatureExpirationInvalidError', text);
  }
  return { publicKey, signature, expire };
}

/**
 * What a client says of a file: what it wants to find again with it, and whether it is shown as soon as it
 * is there, unless it will decide later.
 * @throws WireFault for metadata that is too much or has no such names.
 */
export function readWishes(fields: Fields): FileWishes {
  const publish = !['0', 'false'].includes(fields.get('UPLOADCARE_STORE') ?? 'auto');
  const metadata: Record<string, string> = {};
  for (const [field, value] of fields) {
    if (!field.startsWith('metadata[')) continue;
    const name = metadataForm.exec(field)?.[1];
    if (name === undefined || value.length > fileServiceConstants.metadataValueMax) {
      throw new WireFault(400, 'MetadataInvalidError', `${field.slice(0, 80)} is not allowed.`);
    }
    metadata[name] = value.replaceAll('\0', '');
  }
  if (Object.keys(metadata).length > fileServiceConstants.metadataMax) {
    throw new WireFault(400, 'MetadataInvalidError', 'There is too much metadata.');
  }
  return { publish, metadata };
}

/** The file that a client announces. @throws WireFault for what is no size. */
export function readAnnounced(fields: Fields) {
  const bytes = number.safeParse(fields.get('size'));
  if (!bytes.success) {
    throw new WireFault(400, 'MultipartSizeInvalidError', 'size should be integer.');
  }
  const partBytes = number.safeParse(fields.get('part_size') ?? uploadConstants.partBytesMin);
  if (!partBytes.success) {
    const text = 'Multipart Upload Part Size should be an integer.';
    throw new WireFault(400, 'MultipartPartSizeInvalidError', text);
  }
  if (partBytes.data < uploadConstants.partBytesMin) {
    const text = `Multipart Upload Part Size can not be less than ${uploadConstants.partBytesMin} bytes.`;
    throw new WireFault(400, 'MultipartPartSizeTooSmallError', text);
  }
  return { name: fields.get('filename') ?? '', bytes: bytes.data, partBytes: partBytes.data };
}

/** The id of a file. @throws WireFault when there is none, or what is there is no id. */
export function readFileId(value: string | undefined, name: string): string {
  if (!value) throw new WireFault(400, 'FileIdRequiredError', `${name} is required.`);
  const parsed = uuid.safeParse(value);
  if (!parsed.success) throw new WireFault(404, 'FileNotFoundError', 'File is not found.');
  return parsed.data;
}
