import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { AwsV4Signer } from 'aws4fetch';
import { type Dispatcher, request } from 'undici';
import type { FileStore } from '#domain/gallery/storage/file-store.ts';
import { checkedName } from '../lib/storage-key.ts';

export interface S3Settings {
  /** With the scheme; the bucket comes into the path. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Milliseconds without a byte after which a service has failed. */
const idleMs = 30_000;
/** How often what the service could not do at the moment is asked for, and the first pause between. */
const tries = 3;
const pauseMs = 200;

/** Keeps files in a bucket of a service that speaks S3's protocol. */
export function createS3Files(settings: S3Settings): FileStore {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = settings;

  const place = (name: string) => `${endpoint.replace(/\/+$/, '')}/${bucket}/${checkedName(name)}`;

  async function ask(method: 'GET' | 'PUT' | 'DELETE', url: string, file?: Sent) {
    const signed = await new AwsV4Signer({
      method,
      url,
      headers: { 'x-amz-content-sha256': file?.hash ?? emptyHash },
      service: 's3',
      region,
      accessKeyId,
      secretAccessKey,
    }).sign();
    const headers = Object.fromEntries(signed.headers);
    return request(url, {
      method,
      headers: file ? { ...headers, 'content-length': String(file.bytes) } : headers,
      body: file ? createReadStream(file.path) : null,
      headersTimeout: idleMs,
      bodyTimeout: idleMs,
    });
  }

  /** The answer with one of `expected`; what may be better in a moment is tried again. */
  async function insist(
    expected: readonly number[],
    send: () => Promise<Dispatcher.ResponseData>,
  ): Promise<Dispatcher.ResponseData> {
    for (let attempt = 1; ; attempt += 1) {
      const last = attempt === tries;
      try {
        const answer = await send();
        if (expected.includes(answer.statusCode)) return answer;
        const told = (await answer.body.text()).slice(0, 500);
        const passing = answer.statusCode >= 500 || answer.statusCode === 429;
        const failure = new S3Failure(`The file service answered ${answer.statusCode}: ${told}`);
        if (last || !passing) throw failure;
      } catch (error) {
        if (last || error instanceof S3Failure) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs * 4 ** (attempt - 1)));
    }
  }

  return {
    async keep(name, path) {
      const url = place(name);
      const { size } = await stat(path);
      const file = { path, bytes: size, hash: await hashOf(path) };
      const answer = await insist([200], () => ask('PUT', url, file));
      await answer.body.dump();
    },

    async open(name) {
      const url = place(name);
      const answer = await insist([200, 404], () => ask('GET', url));
      if (answer.statusCode === 404) {
        await answer.body.dump();
        return null;
      }
      // Left in the middle it fails, and whoever left does not listen; that must not end the process.
      answer.body.on('error', () => undefined);
      // A service may send in pieces, without saying how many.
      const told = Number(answer.headers['content-length'] ?? Number.NaN);
      return { stream: answer.body, bytes: Number.isSafeInteger(told) ? told : null };
    },

    async remove(name) {
      const url = place(name);
      const answer = await insist([204, 200, 404], () => ask('DELETE', url));
      await answer.body.dump();
    },
  };
}

interface Sent {
  path: string;
  bytes: number;
  /** The SHA-256 in hexadecimal digits, which the signature covers. */
  hash: string;
}

class S3Failure extends Error {}

const emptyHash = createHash('sha256').digest('hex');

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
