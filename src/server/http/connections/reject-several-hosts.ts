import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { contentPolicy } from '../security/security-headers.ts';

type UpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

const text = 'A request must have one Host header.';
const headers = {
  'Content-Type': 'text/plain; charset=utf-8',
  'Content-Security-Policy': contentPolicy,
  'X-Content-Type-Options': 'nosniff',
  Connection: 'close',
};

/**
 * Answers 400 to requests with several Host headers, also when they are for sockets (RFC 9112, 3.2). Node keeps
 * the first one and a proxy may keep another. Call it after the listeners that it protects are added.
 */
export function rejectSeveralHosts(server: Server): void {
  const requestListeners = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    if (hasSeveralHosts(request)) response.writeHead(400, headers).end(text);
    else for (const listener of requestListeners) listener.call(server, request, response);
  });

  const upgradeListeners = server.listeners('upgrade') as UpgradeListener[];
  server.removeAllListeners('upgrade');
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (hasSeveralHosts(request))
      socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
    else for (const listener of upgradeListeners) listener.call(server, request, socket, head);
  });
}

function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count > 1;
}
