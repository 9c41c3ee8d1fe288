import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  request as sendRequest,
} from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import type { Duplex } from 'node:stream';
import type { SocketServer } from '#realtime/socket-server.ts';
import { socketConstants } from '#shared/constants/server/sockets.ts';

/** Passes requests of sockets on to the web process that has the connection. */
export interface SocketRelay {
  /** The Unix socket of this web process. */
  path: string;
  /** Creates an id that names this web process. */
  createConnectionId(): string;
  /** Intercepts requests of other processes' sockets. Call it after `sockets.attach`. */
  attach(server: Server, sockets: SocketServer): void;
  /** Resolves when other processes can pass requests on to this one. */
  listening(): Promise<void>;
  /** Ends what is being passed on. The clients reconnect. */
  close(): Promise<void>;
}

type UpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** A poll is answered with the next ping at the latest. */
const silentMs = 2 * socketConstants.pingEveryMs + 10_000;

/** Headers that concern one connection only (RFC 9110, 7.6.1), and those that Node writes itself. */
const connectionHeaders = new Set([
  'connection',
  'expect',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** The response of engine.io to an unknown connection. Its clients open a new one then. */
const unknownConnection = JSON.stringify({ code: 1, message: 'Session ID unknown' });

const ownerPattern = /^(\d{1,9})\.[\w-]{20}$/;

/** The process id in the connection id of a request to the sockets; null without one. */
function getOwner(url = ''): number | null {
  if (!url.startsWith(socketConstants.path) || !URL.canParse(url, 'http://localhost')) return null;
  const id = new URL(url, 'http://localhost').searchParams.get('sid') ?? '';
  const owner = ownerPattern.exec(id)?.[1];
  return owner === undefined ? null : Number(owner);
}

/**
 * Creates the relay of the web process `ownId`. Each process has a Unix socket in `folder`, which only this
 * user may enter. Only requests of existing connections are passed on. The client's IP address and account
 * are those of the handshake, which is never passed on, so no request can claim another IP address.
 */
export function createSocketRelay({
  ownId,
  folder,
}: {
  ownId: number;
  folder: string;
}): SocketRelay {
  const getPath = (id: number) => path.join(folder, `${id}.socket`);
  // A receiver that closed the connection after its response could reset it while the request is still being
  // written, and the response would be lost. So connections stay open, and only the sender closes them.
  const receiver = createServer({ keepAliveTimeout: 0 });
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 16 });
  /** Ends each request and websocket that is being passed on. */
  const relayed = new Set<() => void>();

  const isForeign = (owner: number | null): owner is number => owner !== null && owner !== ownId;

  function passRequestOn(owner: number, request: IncomingMessage, response: ServerResponse): void {
    const { method, url, headers } = request;
    const onward = sendRequest({
      socketPath: getPath(owner),
      method,
      path: url,
      headers: withoutConnectionHeaders(headers),
      agent,
      timeout: silentMs,
    });
    const end = () => onward.destroy();
    relayed.add(end);
    onward.on('timeout', end);
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, withoutConnectionHeaders(answer.headers));
      answer.on('error', () => response.destroy());
      answer.pipe(response);
    });
    onward.on('error', () => {
      if (response.headersSent) {
        response.destroy();
        return;
      }
      // The process has ended, or it closed the connection while a body was arriving.
      response.writeHead(400, { 'Content-Type': 'application/json', Connection: 'close' });
      response.end(unknownConnection);
    });
    response.once('close', () => {
      relayed.delete(end);
      end();
    });
    request.pipe(onward);
  }

  function passUpgradeOn(owner: number, request: IncomingMessage, socket: Duplex, head: Buffer) {
    const onward = connect(getPath(owner));
    const end = () => {
      socket.destroy();
      onward.destroy();
    };
    relayed.add(end);
    for (const side of [socket, onward]) {
      side.on('error', end);
      side.once('close', () => {
        relayed.delete(end);
        end();
      });
    }
    // The owner notices a client that is gone, by its pings.
    if ('setTimeout' in socket && typeof socket.setTimeout === 'function') socket.setTimeout(0);
    onward.once('connect', () => {
      onward.write(writeHead(request), 'latin1');
      onward.write(head);
      socket.pipe(onward);
      onward.pipe(socket);
    });
  }

  return {
    path: getPath(ownId),
    createConnectionId: () => `${ownId}.${randomBytes(15).toString('base64url')}`,

    attach(server, sockets) {
      const requestListeners = server.listeners('request') as RequestListener[];
      const upgradeListeners = server.listeners('upgrade') as UpgradeListener[];
      server.removeAllListeners('request');
      server.removeAllListeners('upgrade');
      server.on('request', (request, response) => {
        const owner = getOwner(request.url);
        if (isForeign(owner)) passRequestOn(owner, request, response);
        else for (const listener of requestListeners) listener.call(server, request, response);
      });
      server.on('upgrade', (request, socket, head) => {
        const owner = getOwner(request.url);
        if (isForeign(owner)) passUpgradeOn(owner, request, socket, head);
        else for (const listener of upgradeListeners) listener.call(server, request, socket, head);
      });
      // A handshake has no connection id. Passed on, it would have no IP address.
      receiver.on('request', (request, response) => {
        if (getOwner(request.url) === ownId) sockets.handleRequest(request, response);
        else response.writeHead(400).end(unknownConnection);
      });
      receiver.on('upgrade', (request, socket, head) => {
        if (getOwner(request.url) === ownId) sockets.handleUpgrade(request, socket, head);
        else socket.destroy();
      });
    },

    async listening() {
      receiver.listen(getPath(ownId));
      await once(receiver, 'listening');
    },

    async close() {
      for (const end of relayed) end();
      agent.destroy();
      receiver.close();
      receiver.closeAllConnections();
      await rm(getPath(ownId), { force: true });
    },
  };
}

function withoutConnectionHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !connectionHeaders.has(name)),
  );
}

/** The head of an upgrade request, as it arrived. */
function writeHead({ method, url, rawHeaders }: IncomingMessage): string {
  const lines = [`${method} ${url} HTTP/1.1`];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    lines.push(`${rawHeaders[index]}: ${rawHeaders[index + 1]}`);
  }
  return `${lines.join('\r\n')}\r\n\r\n`;
}
