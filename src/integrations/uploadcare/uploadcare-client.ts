import { createHmac } from 'node:crypto';
import { Agent } from 'undici';
import type { Log } from '#domain/base-context.ts';
import type { HostedFiles } from '#domain/gallery/storage/hosted-files.ts';
import { HostedFilesError } from '#shared/errors/hosted-files-error.ts';
import { readRecord } from './parse-file-record.ts';
import { createAsk } from './request.ts';

interface UploadcareOptions {
  publicKey: string;
  secretKey: string;
  /** Base addresses of its upload API, its REST and its CDN. */
  uploadUrl: string;
  apiUrl: string;
  cdnUrl: string;
  log: Log;
  /** Milliseconds for each try (5,000) and for a call with its repeats (15,000). */
  tryMs?: number;
  callMs?: number;
  /** Milliseconds before the first repeat (500). */
  repeatDelayMs?: number;
}

/** The file service Uploadcare, or whatever speaks like it, such as another Guildhall. */
export function createUploadcare(options: UploadcareOptions): HostedFiles {
  const { publicKey, secretKey, apiUrl, log } = options;
  const { tryMs = 5_000, callMs = 15_000, repeatDelayMs = 500 } = options;
  const dispatcher = new Agent({ connect: { timeout: tryMs } });
  const ask = createAsk({
    apiUrl,
    publicKey,
    secretKey,
    log,
    dispatcher,
    tryMs,
    callMs,
    repeatDelayMs,
  });
  const storage = (id: string) => `/files/${id}/storage/`;
  const cdn = options.cdnUrl.replace(/\/+$/, '');

  return {
    publicKey,
    uploadUrl: options.uploadUrl.replace(/\/+$/, ''),
    signUpload: (expire) => createHmac('sha256', secretKey).update(expire).digest('hex'),
    async find(id) {
      const body = await ask('GET', `/files/${id}/`);
      if (body === null) return null;
      const file = readRecord(body);
      if (file?.id === id) return file;
      throw new HostedFilesError(`/files/${id}/: answered something else`);
    },
    async store(id) {
      if ((await ask('PUT', storage(id))) !== null) return;
      throw new HostedFilesError(`${storage(id)}: the file is not there any more`);
    },
    async remove(id) {
      await ask('DELETE', storage(id));
    },
    addressOf: (id, side) =>
      `${cdn}/${id}/-/strip_meta/all/-/preview/${side}x${side}/-/format/webp/`,
  };
}
