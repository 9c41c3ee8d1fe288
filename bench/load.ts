import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The Accept-Encoding header of a browser. */
export const acceptEncoding = 'gzip, deflate, br';

const connections = 16;
const seconds = 3;

/**
 * The number of requests per second that `url` answers to 16 connections of a separate process. With a
 * body the requests are POST.
 */
export async function requestRate(
  url: string,
  headers: Record<string, string>,
  body?: string,
): Promise<number> {
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}=${value}`]);
  const { stdout } = await promisify(execFile)(process.execPath, [
    fileURLToPath(import.meta.resolve('autocannon')),
    ...['-j', '-n', '-c', String(connections), '-d', String(seconds)],
    ...given,
    ...(body === undefined ? [] : ['-m', 'POST', '-b', body]),
    url,
  ]);
  const result: { requests: { average: number }; non2xx: number; errors: number } =
    JSON.parse(stdout);
  if (result.non2xx + result.errors > 0) throw new Error(`${url} failed under load: ${stdout}`);
  return result.requests.average;
}
