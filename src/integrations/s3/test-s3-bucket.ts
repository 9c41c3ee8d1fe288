import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { withTimeout } from '#shared/lib/with-timeout.ts';
import { describeNetworkError, readBody } from '../lib/http-response.ts';
import { openS3Bucket, S3Error, type S3Settings } from './s3-bucket.ts';

const testMs = 25_000;
const answerBytesMax = 1_024;

/**
 * Writes, reads and deletes one object, in a folder of its own.
 * @throws Error that says in words what is wrong.
 */
export async function testS3Bucket(settings: S3Settings): Promise<void> {
  await withTimeout(writeReadAndDelete(settings), {
    ms: testMs,
    message: 'It did not answer in time.',
  });
}

async function writeReadAndDelete(settings: S3Settings): Promise<void> {
  const bucket = openS3Bucket(settings);
  const key = `tests/${randomUUID()}`;
  const text = `A test of Guildhall: ${randomUUID()}`;
  const folder = await mkdtemp(path.join(tmpdir(), 'guildhall-s3-test-'));
  try {
    const file = path.join(folder, 'object');
    await writeFile(file, text);
    await run('write', () => bucket.put(key, file));
    const read = await run('read', async () => {
      const found = await bucket.open(key);
      return found && String(await readBody(found.stream, answerBytesMax));
    });
    if (read !== text) throw new Error('An object was written, but something else was read.');
    await run('delete', () => bucket.remove(key));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function run<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw new Error(explain(what, error), { cause: error });
  }
}

function explain(what: string, error: unknown): string {
  if (!(error instanceof S3Error)) return `It cannot be reached (${describeNetworkError(error)}).`;
  const { status, message } = error;
  if (status === 404) return `There is no such bucket. ${message}`;
  if (status === 401 || status === 403) {
    return `It does not let this key ${what} an object: key, secret, region or the rights of the key are wrong. ${message}`;
  }
  if (status >= 300 && status < 400) return `It wants another address or region. ${message}`;
  return `It could not ${what} an object. ${message}`;
}
