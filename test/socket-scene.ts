import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';
import { afterEach, expect } from 'vitest';
import type { Database } from '#db/client.ts';
import { logOutLoginId } from '#domain/accounts/app/log-out-login-id.ts';
import { startLoginId } from '#domain/accounts/app/start-login-id.ts';
import { sessionCookieName } from '#domain/accounts/session-cookie.ts';
import type { Actor } from '#domain/context.ts';
import { createApp } from '#server/http.ts';
import type { Services } from '#server/services.ts';
import { openSockets } from '#server/sockets.ts';
import { socket as limits } from '#shared/limits.ts';
import type { ClientEvents, ServerEvents } from '#shared/socket-events.ts';
import { createPlayer } from './factories.ts';
import { signedIn } from './sign-in.ts';
import { createWeb } from './web.ts';

export type ClientSocket = Socket<ServerEvents, ClientEvents>;
type Transport = 'websocket' | 'polling';

/** A real server on a port of its own, and whoever connects to it; all of it ends with the test. */
export function useSocketScene(database: { readonly db: Database }) {
  const ends: (() => Promise<unknown> | unknown)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });

  return async function socketScene(
    overrides: Partial<Services> = {},
    options: Parameters<typeof openSockets>[1] = {},
  ) {
    const { db } = database;
    const web = createWeb(db, overrides);
    const app = createApp(web.services, { clientDirectory: './build/client', ready: () => true });
    const sockets = openSockets(web.services, options);
    const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server;
    sockets.attach(server);
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const origin = `http://127.0.0.1:${port}`;
    ends.push(async () => {
      await sockets.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });

    /** Tries to connect with these headers; `refused` is the code that the server answered with. */
    async function connect(
      headers: Record<string, string>,
      { transport = 'websocket', ...options }: ConnectOptions = {},
    ): Promise<{ socket: ClientSocket; refused: string | null }> {
      const socket: ClientSocket = io(origin, {
        path: limits.path,
        transports: [transport],
        extraHeaders: headers,
        forceNew: true,
        reconnection: false,
        ...options,
      });
      ends.push(() => socket.disconnect());
      const refused = await new Promise<string | null>((resolve) => {
        socket.once('connect', () => resolve(null));
        socket.once('connect_error', (error) => resolve(codeOf(error)));
      });
      return { socket, refused };
    }

    /** A player who is logged in, with what its browser would send. */
    async function createPerson(values: Parameters<typeof createPlayer>[1] = {}) {
      const actor = await createPlayer(db, values);
      return { actor, ...(await createSession(actor.id)) };
    }

    /** One more session of the account. */
    async function createSession(userId: string) {
      const visitor = await signedIn(web, userId);
      const headers = { Origin: origin, Cookie: `${sessionCookieName(false)}=${visitor.cookie}` };
      const knock = (options?: ConnectOptions) => connect(headers, options);
      const open = async (options?: ConnectOptions) => {
        const { socket, refused } = await knock(options);
        expect(refused).toBeNull();
        return socket;
      };
      return { visitor, headers, knock, open, logOut: () => visitor.post('/logout', {}) };
    }

    /** A player of a client of somebody else's, which sends a loginId and no cookie. */
    async function createPlain(values: Parameters<typeof createPlayer>[1] = {}) {
      const actor = await createPlayer(db, values);
      return { actor, ...(await createLoginId(actor)) };
    }

    /** One more loginId of the account, as it proves who it is. */
    async function createLoginId({ id, username }: Actor) {
      const auth = { username, loginId: await startLoginId(web.ctx, { accountId: id }, null) };
      const knock = (options?: ConnectOptions) => connect({}, { auth, ...options });
      const open = async (options?: ConnectOptions) => {
        const { socket, refused } = await knock(options);
        expect(refused).toBeNull();
        return socket;
      };
      return { auth, knock, open, logOut: () => logOutLoginId(web.ctx, auth) };
    }

    const people = { createPerson, createSession, createPlain, createLoginId };
    return { ...web, origin, server, sockets, connect, ...people };
  };
}

type ConnectOptions = Partial<ManagerOptions & SocketOptions> & { transport?: Transport };

/** What the server said when it refused, as the transport hands it on. */
function codeOf(error: Error): string {
  const context = 'context' in error ? error.context : null;
  const text =
    typeof context === 'object' && context !== null && 'responseText' in context
      ? String(context.responseText)
      : '';
  return text ? String(JSON.parse(text).message) : error.message;
}

/** What a socket was sent of an event so far; grows. */
export function heard<Name extends keyof ServerEvents>(
  socket: ClientSocket,
  name: Name,
): Parameters<ServerEvents[Name]>[0][] {
  const all: Parameters<ServerEvents[Name]>[0][] = [];
  socket.onAny((event: string, value: Parameters<ServerEvents[Name]>[0]) => {
    if (event === name) all.push(value);
  });
  return all;
}

/** Resolves once the connection has ended. */
export function ended(socket: ClientSocket): Promise<unknown> {
  return socket.connected
    ? new Promise((resolve) => socket.once('disconnect', resolve))
    : Promise.resolve();
}
