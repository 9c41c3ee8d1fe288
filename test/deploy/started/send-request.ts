import { type IncomingHttpHeaders, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { text } from 'node:stream/consumers';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Without TLS. */
  isPlain?: boolean;
}

/**
 * Sends a request to a port of this machine, as a client that knows it as `host`. The certificate is not checked. A
 * changed protocol is an answer with status 101.
 */
export function sendRequest(
  host: string,
  port: number,
  path: string,
  { method = 'GET', headers = {}, body, isPlain = false }: Sent = {},
): Promise<Answer> {
  const options = { host: '127.0.0.1', port, path, method, agent: false };
  const all = { Host: host, ...headers };
  return new Promise((resolve, reject) => {
    const sent = isPlain
      ? requestHttp({ ...options, headers: all })
      : requestHttps({ ...options, headers: all, servername: host, rejectUnauthorized: false });
    sent.once('error', reject);
    sent.once('response', (response) => {
      text(response).then(
        (content) =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: content }),
        reject,
      );
    });
    sent.once('upgrade', (response, socket) => {
      socket.destroy();
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: '' });
    });
    sent.end(body);
  });
}
