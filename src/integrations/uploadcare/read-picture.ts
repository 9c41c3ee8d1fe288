import { type Dispatcher, request } from 'undici';
import { ExternalFilesError } from '#shared/errors/external-files-error.ts';
import {
  BodyTooLargeError,
  describeNetworkError,
  drainResponse,
  readBody,
  redirectTarget,
  rejectOnAbort,
} from '../lib/http-response.ts';

const redirectsMax = 2;

interface ReadOptions {
  dispatcher: Dispatcher;
  bytesMax: number;
  /** Milliseconds for the whole answer. */
  timeoutMs: number;
}

/**
 * Reads a picture from the service's CDN, in one attempt. Redirects are followed within its origin only.
 * @throws ExternalFilesError
 */
export async function readPicture(url: string, options: ReadOptions): Promise<Buffer> {
  const signal = AbortSignal.timeout(options.timeoutMs);
  try {
    return await rejectOnAbort(read(new URL(url), options, signal), signal);
  } catch (error) {
    if (error instanceof ExternalFilesError) throw error;
    const reason = error instanceof BodyTooLargeError ? error.message : describeNetworkError(error);
    throw new ExternalFilesError(`picture: ${reason}`);
  }
}

async function read(
  start: URL,
  { dispatcher, bytesMax }: ReadOptions,
  signal: AbortSignal,
): Promise<Buffer> {
  let url = start;
  for (let redirects = 0; redirects <= redirectsMax; redirects += 1) {
    const response = await request(url, { dispatcher, signal, headers: { accept: 'image/*' } });
    if (response.statusCode === 200) return readBody(response.body, bytesMax);
    await drainResponse(response, signal);
    const target = redirectTarget(url, response);
    if (target?.origin !== start.origin) {
      throw new ExternalFilesError(`picture: answered ${response.statusCode}`);
    }
    url = target;
  }
  throw new ExternalFilesError('picture: too many redirects');
}
