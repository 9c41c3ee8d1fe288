import { createHmac } from 'node:crypto';
import { Agent } from 'undici';
import type { Log } from '#domain/base-context.ts';
import type { ExternalFiles } from '#domain/gallery/storage/external-files.ts';
import { ExternalFilesError } from '#shared/errors/external-files-error.ts';
import { parseFileRecord } from './parse-file-record.ts';
import { readPicture } from './read-picture.ts';
import { createRequestSender } from './uploadcare-request.ts';

interface UploadcareOptions {
  publicKey: string;
  secretKey: string;
  /** The base URLs of the upload API, the REST API and the CDN. */
  uploadUrl: string;
  apiUrl: string;
  cdnUrl: string;
  log: Log;
  /** Milliseconds for each attempt (5,000) and for a call with its retries (15,000). */
  tryMs?: number;
  callMs?: number;
  /** Milliseconds before the first retry (500). */
  repeatDelayMs?: number;
}

/**
 * Creates the client of Uploadcare or of another server that answers like it, such as another
 * Guildhall.
 */
export function createUploadcareClient(options: UploadcareOptions): ExternalFiles {
  const { publicKey, secretKey, apiUrl, log } = options;
  const { tryMs = 5_000, callMs = 15_000, repeatDelayMs = 500 } = options;
  const dispatcher = new Agent({ connect: { timeout: tryMs } });
  const sendRequest = createRequestSender({
    apiUrl,
    publicKey,
    secretKey,
    log,
    dispatcher,
    tryMs,
    callMs,
    repeatDelayMs,
  });
  const storagePath = (id: string) => `/files/${id}/storage/`;
  const cdn = options.cdnUrl.replace(/\/+$/, '');
  const getPictureUrl = (id: string, side: number) =>
    `${cdn}/${id}/-/strip_meta/all/-/preview/${side}x${side}/-/format/webp/`;

  return {
    publicKey,
    uploadUrl: options.uploadUrl.replace(/\/+$/, ''),
    signUpload: (expire) => createHmac('sha256', secretKey).update(expire).digest('hex'),
    async find(id) {
      const body = await sendRequest('GET', `/files/${id}/`);
      if (body === null) return null;
      const file = parseFileRecord(body);
      if (file?.id === id) return file;
      throw new ExternalFilesError(`/files/${id}/: answered something else`);
    },
    async store(id) {
      if ((await sendRequest('PUT', storagePath(id))) !== null) return;
      throw new ExternalFilesError(`${storagePath(id)}: the file is not there any more`);
    },
    async remove(id) {
      await sendRequest('DELETE', storagePath(id));
    },
    readPicture: (id, side, bytesMax) =>
      readPicture(getPictureUrl(id, side), { dispatcher, bytesMax, timeoutMs: tryMs * 2 }),
    getPictureUrl,
  };
}
