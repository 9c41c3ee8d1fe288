import semver from 'semver';
import { Agent, type Dispatcher, request } from 'undici';
import { isVersionAddress } from '#shared/lib/version-address.ts';
import {
  BodyTooLargeError,
  describeNetworkError,
  drainResponse,
  readBody,
  redirectTarget,
  rejectOnAbort,
} from '../lib/http-response.ts';

const answerBytesMax = 64 * 1024;
const redirectsMax = 3;

/**
 * Asks an address which version of Guildhall is the newest. Nothing about this site is sent: no version, no cookie, no
 * name of a program. The answer is a version, or JSON with `version` or `tag_name`.
 * @throws Error that says in words what is wrong.
 */
export async function fetchNewestVersion(
  address: string,
  { answerMs = 10_000 }: { answerMs?: number } = {},
): Promise<string> {
  const signal = AbortSignal.timeout(answerMs);
  // Of its own, so that no connection tells which other addresses this server asks.
  const dispatcher = new Agent({ connect: { timeout: answerMs } });
  try {
    return readVersion(await rejectOnAbort(read(new URL(address), dispatcher, signal), signal));
  } catch (error) {
    if (signal.aborted) throw new Error('It did not answer in time.', { cause: error });
    throw error;
  } finally {
    await dispatcher.destroy();
  }
}

async function read(first: URL, dispatcher: Dispatcher, signal: AbortSignal): Promise<string> {
  let url = first;
  for (let redirects = 0; redirects <= redirectsMax; redirects += 1) {
    if (!isVersionAddress(url)) throw new Error('It leads to an address without https.');
    const answer = await request(url, { dispatcher, signal }).catch((error: unknown) => {
      throw new Error(`It cannot be reached (${describeNetworkError(error)}).`, { cause: error });
    });
    if (answer.statusCode === 200) return readText(answer);
    const target = redirectTarget(url, answer);
    await drainResponse(answer);
    if (!target) throw new Error(`It answers ${answer.statusCode}.`);
    if (target.host !== url.host) throw new Error('It leads to another host.');
    url = target;
  }
  throw new Error('It leads from one address to the next.');
}

async function readText({ body }: Dispatcher.ResponseData): Promise<string> {
  try {
    return String(await readBody(body, answerBytesMax));
  } catch (error) {
    if (error instanceof BodyTooLargeError) {
      throw new Error('Its answer is too large.', { cause: error });
    }
    throw error;
  }
}

function readVersion(text: string): string {
  const version = semver.valid(findVersion(text).trim());
  if (version === null) throw new Error('It answers, but not with a version such as 1.2.3.');
  return version;
}

function findVersion(text: string): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return text;
  }
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  const named = 'version' in value ? value.version : 'tag_name' in value ? value.tag_name : '';
  return typeof named === 'string' ? named : '';
}
