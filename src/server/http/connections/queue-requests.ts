import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { connectionConstants } from '#shared/constants/server/http-requests.ts';

type Limits = {
  [Name in 'unansweredMax' | 'waitingMax']: (typeof connectionConstants)[Name] | number;
};

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/** Whether a connection has a request that is being handled. */
export type IsBusy = (socket: Socket) => boolean;

/**
 * Handles the requests of each connection one after the other: the next request starts when the previous
 * response is sent. Otherwise a client that never reads would occupy a response, and often an open file,
 * per request. A connection with too many unanswered requests is destroyed.
 */
export function queueRequests(server: Server, { unansweredMax, waitingMax }: Limits): IsBusy {
  const listeners = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  /**
   * The waiting requests of each connection that has a running request. They are data of the socket, whose
   * type has no place for them, and are dropped with it.
   */
  const waiting = new WeakMap<Socket, Exchange[]>();
  let waitingTotal = 0;

  function handle(socket: Socket, { request, response }: Exchange): void {
    response.once('close', () => {
      const next = waiting.get(socket)?.shift();
      if (next) waitingTotal -= 1;
      if (next && !socket.destroyed) handle(socket, next);
      else if (!next) waiting.delete(socket);
    });
    for (const listener of listeners) listener.call(server, request, response);
  }

  server.on('request', (request, response) => {
    const { socket } = request;
    // Requests that arrived in the same chunk as the one that destroyed the connection are still parsed.
    if (socket.destroyed) return;
    const queue = waiting.get(socket);
    if (!queue) {
      waiting.set(socket, []);
      handle(socket, { request, response });
      return;
    }
    if (queue.length + 1 >= unansweredMax || waitingTotal >= waitingMax) {
      socket.destroy();
      return;
    }
    if (queue.length === 0) socket.once('close', drop);
    queue.push({ request, response });
    waitingTotal += 1;
  });

  function drop(this: Socket): void {
    waitingTotal -= waiting.get(this)?.splice(0).length ?? 0;
  }

  return (socket) => waiting.has(socket);
}
