import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AwsV4Signer } from 'aws4fetch';
import { type Dispatcher, request } from 'undici';
import type { ByteRange, StoredFile } from '#domain/gallery/storage/file-store.ts';
import { retry } from '#shared/lib/retry.ts';
import { drainResponse, readBody } from '../lib/http-response.ts';
import { parseObjectList, readElement } from './parse-object-list.ts';

export interface S3Settings {
  /** With the scheme; the bucket is added to the path. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/**
 * The objects of a bucket. Their keys are made by us of letters, digits and the signs that need no escape in a URL.
 */
export interface S3Bucket {
  /** Stores the file at `path`, in parts if it is large, without reading it into memory. */
  put(key: string, path: string, signal?: AbortSignal): Promise<void>;
  /** Null if there is no such object. The caller must destroy a stream that it does not read to the end. */
  open(key: string, range?: ByteRange): Promise<{ stream: Readable; bytes: number | null } | null>;
  list(prefix: string): AsyncIterable<StoredFile>;
  /** Deletes the object if it exists. */
  remove(key: string): Promise<void>;
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
/** Larger files are sent in parts of at least this size. A service takes at most 5 GB at once, and 10,000 parts. */
const partBytesMin = 64 * 1024 * 1024;
const partsMax = 9_000;

/** Opens a bucket of a service that supports the S3 protocol. It is not asked anything before the first use. */
export function openS3Bucket(
  settings: S3Settings,
  { partBytes = partBytesMin }: { partBytes?: number } = {},
): S3Bucket {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = settings;
  const bucketUrl = `${endpoint.replace(/\/+$/, '')}/${bucket}`;
  const urlOf = (key: string) => `${bucketUrl}/${key}`;

  async function send(
    method: 'GET' | 'PUT' | 'POST' | 'DELETE',
    url: string,
    { file, text, range, signal }: SentRequest = {},
  ) {
    const bytes = text === undefined ? file?.bytes : Buffer.byteLength(text);
    const signed = await new AwsV4Signer({
      method,
      url,
      headers: {
        'x-amz-content-sha256':
          file?.hash ??
          createHash('sha256')
            .update(text ?? '')
            .digest('hex'),
      },
      service: 's3',
      region,
      accessKeyId,
      secretAccessKey,
    }).sign();
    const headers = {
      ...Object.fromEntries(signed.headers),
      ...(bytes !== undefined && { 'content-length': String(bytes) }),
      ...(range && { range: `bytes=${range.start}-${range.end}` }),
    };
    return request(url, {
      method,
      headers,
      body: file ? readPart(file) : (text ?? null),
      headersTimeout: idleMs,
      bodyTimeout: idleMs,
      signal: signal ?? null,
    });
  }

  /**
   * Sends a request, at most three times, and returns a response with an expected status. Network errors,
   * 429 and 5xx are retried.
   */
  async function sendWithRetries(
    expected: readonly number[],
    ...sent: Parameters<typeof send>
  ): Promise<Dispatcher.ResponseData> {
    const sendOnce = async () => {
      const answer = await send(...sent);
      if (expected.includes(answer.statusCode)) return answer;
      const text = await readBody(answer.body, errorBytesMax).then(String, () => '');
      throw new S3Error(answer.statusCode, text);
    };
    return retry(sendOnce, {
      attempts,
      waitMs: (error, count) =>
        sent[2]?.signal?.aborted || (error instanceof S3Error && !error.isTemporary)
          ? null
          : firstWaitMs * 4 ** (count - 1),
    });
  }

  async function putInParts(
    url: string,
    { path, bytes }: { path: string; bytes: number },
    signal?: AbortSignal,
  ): Promise<void> {
    const begun = await sendWithRetries([200], 'POST', `${url}?uploads=`, { signal });
    const uploadId = readElement(String(await readBody(begun.body, errorBytesMax)), 'UploadId');
    if (!uploadId) throw new Error('The file service began no upload in parts.');
    const upload = `uploadId=${encodeURIComponent(uploadId)}`;
    try {
      const size = Math.max(partBytes, Math.ceil(bytes / partsMax));
      const parts: string[] = [];
      for (let start = 0; start < bytes; start += size) {
        const file = await hashPart({ path, start, bytes: Math.min(size, bytes - start) });
        const query = `partNumber=${parts.length + 1}&${upload}`;
        const answer = await sendWithRetries([200], 'PUT', `${url}?${query}`, { file, signal });
        const { etag } = answer.headers;
        await drainResponse(answer);
        if (typeof etag !== 'string') throw new Error('The file service named no tag of a part.');
        parts.push(`<Part><PartNumber>${parts.length + 1}</PartNumber><ETag>${etag}</ETag></Part>`);
      }
      const text = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
      const done = await sendWithRetries([200], 'POST', `${url}?${upload}`, { text, signal });
      const answer = String(await readBody(done.body, errorBytesMax));
      // A service may say that it failed after it has begun to answer with 200.
      if (answer.includes('<Error>')) throw new S3Error(500, answer);
    } catch (error) {
      // Parts that are never completed cost money.
      await sendWithRetries([204, 200, 404], 'DELETE', `${url}?${upload}`)
        .then(drainResponse)
        .catch(() => undefined);
      throw error;
    }
  }

  return {
    async put(key, path, signal) {
      const { size } = await stat(path);
      if (size > partBytes) return putInParts(urlOf(key), { path, bytes: size }, signal);
      const file = await hashPart({ path, start: 0, bytes: size });
      await drainResponse(await sendWithRetries([200], 'PUT', urlOf(key), { file, signal }));
    },

    async open(key, range) {
      // A service that ignores the range answers 200, which is not what was asked for.
      const found = range ? 206 : 200;
      const answer = await sendWithRetries([found, 404], 'GET', urlOf(key), { range });
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

    async *list(prefix) {
      let token: string | null = null;
      do {
        const query = new URLSearchParams({
          'list-type': '2',
          prefix,
          ...(token !== null && { 'continuation-token': token }),
        });
        const answer = await sendWithRetries([200], 'GET', `${bucketUrl}?${query}`);
        const page = parseObjectList(String(await readBody(answer.body, listBytesMax)));
        yield* page.files;
        token = page.nextToken;
      } while (token !== null);
    },

    async remove(key) {
      await drainResponse(await sendWithRetries([204, 200, 404], 'DELETE', urlOf(key)));
    },
  };
}

interface FilePart {
  path: string;
  start: number;
  bytes: number;
}

interface SentRequest {
  /** Of the part of a file, the SHA-256 in hexadecimal digits is part of the signature. */
  file?: FilePart & { hash: string };
  text?: string;
  range?: ByteRange | undefined;
  signal?: AbortSignal | undefined;
}

/** The service answered with an error. The message has its code only, because admins choose who answers. */
export class S3Error extends Error {
  readonly status: number;
  readonly isTemporary: boolean;
  /** What the service answered, for the log. */
  readonly answer: string;

  constructor(status: number, answer: string) {
    const code = /^[A-Za-z]{1,60}$/.exec(readElement(answer, 'Code') ?? '')?.[0];
    super(`The file service answered ${status}${code ? `: ${code}` : ''}.`);
    this.status = status;
    this.answer = answer.slice(0, 500);
    this.isTemporary = status >= 500 || status === 429;
  }
}

function readPart({ path, start, bytes }: FilePart): Readable {
  // The end is included, so an empty part has none.
  return createReadStream(path, { start, end: Math.max(start, start + bytes - 1) });
}

async function hashPart(part: FilePart): Promise<FilePart & { hash: string }> {
  const hash = createHash('sha256');
  if (part.bytes > 0) await pipeline(readPart(part), hash);
  else hash.end();
  return { ...part, hash: hash.digest('hex') };
}
