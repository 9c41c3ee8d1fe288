import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { AwsV4Signer } from 'aws4fetch';
import { type Dispatcher, request } from 'undici';
import type { ByteRange, FileStore } from '#domain/gallery/storage/file-store.ts';
import { retry } from '#shared/lib/retry.ts';
import { drainResponse, readBody } from '../lib/http-response.ts';
import { checkStorageFolder, checkStorageKey } from '../lib/storage-key.ts';
import { parseObjectList } from './parse-object-list.ts';

export interface S3Settings {
  /** With the scheme; the bucket is added to the path. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Milliseconds without data after which a request has failed. */
const idleMs = 30_000;
/** The number of attempts for temporary errors, and the wait after the first one in milliseconds. */
const attempts = 3;
const firstWaitMs = 200;
/** The largest error response that is read for the log. */
const errorBytesMax = 64 * 1024;
/** The largest page of a list: a service names at most 1,000 files. */
const listBytesMax = 4 * 1024 * 1024;

/** Stores files in a bucket of a service that supports the S3 protocol. */
export function createS3FileStore(settings: S3Settings): FileStore {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = settings;

  const bucketUrl = `${endpoint.replace(/\/+$/, '')}/${bucket}`;
  const urlOf = (name: string) => `${bucketUrl}/${checkStorageKey(name)}`;

  async function send(
    method: 'GET' | 'PUT' | 'DELETE',
    url: string,
    { file, range }: { file?: SentFile; range?: ByteRange | undefined } = {},
  ) {
    const signed = await new AwsV4Signer({
      method,
      url,
      headers: { 'x-amz-content-sha256': file?.hash ?? emptyHash },
      service: 's3',
      region,
      accessKeyId,
      secretAccessKey,
    }).sign();
    const headers = {
      ...Object.fromEntries(signed.headers),
      ...(file && { 'content-length': String(file.bytes) }),
      ...(range && { range: `bytes=${range.start}-${range.end}` }),
    };
    return request(url, {
      method,
      headers,
      body: file ? createReadStream(file.path) : null,
      headersTimeout: idleMs,
      bodyTimeout: idleMs,
    });
  }

  /**
   * Sends a request, at most three times, and returns a response with an expected status. Network errors,
   * 429 and 5xx are retried.
   */
  async function sendWithRetries(
    expected: readonly number[],
    attempt: () => Promise<Dispatcher.ResponseData>,
  ): Promise<Dispatcher.ResponseData> {
    const sendOnce = async () => {
      const answer = await attempt();
      if (expected.includes(answer.statusCode)) return answer;
      const text = await readBody(answer.body, errorBytesMax).then(String, () => '');
      throw new S3Error(answer.statusCode, text.slice(0, 500));
    };
    return retry(sendOnce, {
      attempts,
      waitMs: (error, count) =>
        error instanceof S3Error && !error.isTemporary ? null : firstWaitMs * 4 ** (count - 1),
    });
  }

  return {
    isShared: true,

    async save(name, path) {
      const url = urlOf(name);
      const { size } = await stat(path);
      const file = { path, bytes: size, hash: await hashOf(path) };
      const answer = await sendWithRetries([200], () => send('PUT', url, { file }));
      await drainResponse(answer);
    },

    async open(name, range) {
      const url = urlOf(name);
      // A service that ignores the range answers 200, which is not what was asked for.
      const found = range ? 206 : 200;
      const answer = await sendWithRetries([found, 404], () => send('GET', url, { range }));
      if (answer.statusCode === 404) {
        await drainResponse(answer);
        return null;
      }
      // When the reader stops early, the stream emits an error that nobody handles; it must not end
      // the process.
      answer.body.on('error', () => undefined);
      // A service may send chunks without a length.
      const length = Number(answer.headers['content-length'] ?? Number.NaN);
      return { stream: answer.body, bytes: Number.isSafeInteger(length) ? length : null };
    },

    async *list(folder) {
      let token: string | null = null;
      do {
        const query = new URLSearchParams({
          'list-type': '2',
          prefix: `${checkStorageFolder(folder)}/`,
          ...(token !== null && { 'continuation-token': token }),
        });
        const url = `${bucketUrl}?${query}`;
        const answer = await sendWithRetries([200], () => send('GET', url));
        const page = parseObjectList(String(await readBody(answer.body, listBytesMax)));
        yield* page.files;
        token = page.nextToken;
      } while (token !== null);
    },

    async remove(name) {
      const url = urlOf(name);
      const answer = await sendWithRetries([204, 200, 404], () => send('DELETE', url));
      await drainResponse(answer);
    },
  };
}

interface SentFile {
  path: string;
  bytes: number;
  /** The SHA-256 in hexadecimal digits, which is part of the signature. */
  hash: string;
}

class S3Error extends Error {
  readonly isTemporary: boolean;

  constructor(status: number, responseText: string) {
    super(`The file service answered ${status}: ${responseText}`);
    this.isTemporary = status >= 500 || status === 429;
  }
}

const emptyHash = createHash('sha256').digest('hex');

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
