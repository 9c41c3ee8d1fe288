import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { connection } from '#shared/constants/requests.ts';

type Limits = { [Name in 'unansweredMax' | 'waitingMax']: (typeof connection)[Name] | number };

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/** Whether a connection has a request that is being handled. */
export type IsBusy = (socket: Socket) => boolean;

/**
 * Handles the requests of each connection one after the other: the next one begins when the response
 * before it has been sent. Otherwise one connection that never reads holds a response, and often an open
 * file, for each request it sends. A connection with too many unanswered requests is destroyed.
 */
export function takeTurns(server: Server, { unansweredMax, waitingMax }: Limits): IsBusy {
  const listeners = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  /** Of connections with a request that is being handled: those that wait for it. */
  const waiting = new WeakMap<Socket, Exchange[]>();
  let waitingInAll = 0;

  function handle(socket: Socket, { request, response }: Exchange): void {
    response.once('close', () => {
      const next = waiting.get(socket)?.shift();
      if (next) waitingInAll -= 1;
      if (next && !socket.destroyed) handle(socket, next);
      else if (!next) waiting.delete(socket);
    });
    for (const listener of listeners) listener.call(server, request, response);
  }

  server.on('request', (request, response) => {
    const { socket } = request;
    // What was read together with the request that destroyed the connection is still parsed.
    if (socket.destroyed) return;
    const queue = waiting.get(socket);
    if (!queue) {
      waiting.set(socket, []);
      handle(socket, { request, response });
      return;
    }
    if (queue.length + 1 >= unansweredMax || waitingInAll >= waitingMax) {
      socket.destroy();
      return;
    }
    if (queue.length === 0) socket.once('close', drop);
    queue.push({ request, response });
    waitingInAll += 1;
  });

  function drop(this: Socket): void {
    waitingInAll -= waiting.get(this)?.splice(0).length ?? 0;
  }

  return (socket) => waiting.has(socket);
}
