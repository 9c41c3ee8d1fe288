import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { App, MongoDBRealmError, type User } from 'realm-web';
import { afterEach } from 'vitest';
import type { Database } from '#database/client.ts';
import type { Services } from '#server/bootstrap/services.ts';
import { createApp } from '#server/http/app.ts';
import { createWeb, type ServicesOverrides } from '../fixtures/web-application.ts';

interface Storage {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  prefix(part: string): Storage;
  clear(prefix?: string): void;
  addListener(): void;
  removeListener(): void;
}

/** The storage of one browser for a client. Without it, clients in one process would share their storage. */
export function createStorage(values = new Map<string, string>(), start = ''): Storage {
  return {
    get: (key) => values.get(start + key) ?? null,
    set: (key, value) => void values.set(start + key, value),
    remove: (key) => void values.delete(start + key),
    prefix: (part) => createStorage(values, `${start}${part}:`),
    clear(prefix = '') {
      for (const key of values.keys()) if (key.startsWith(start + prefix)) values.delete(key);
    },
    addListener() {},
    removeListener() {},
  };
}

/** Starts real servers on free ports for the real client of the Realm API. They end with the test. */
export function useRealmApp(database: { readonly db: Database }) {
  const ends: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });

  async function start(services: Services): Promise<string> {
    const app = createApp(services, { clientDirectory: './build/client', ready: () => true });
    const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server;
    await once(server, 'listening');
    ends.push(async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  return async function startRealmApp(overrides: ServicesOverrides = {}) {
    const web = createWeb(database.db, overrides);
    let origin = await start(web.services);

    /** Opens the real client and records its calls: method, path and status. */
    function openApp(storage = createStorage()) {
      const calls: string[] = [];
      const app = new App({
        id: 'guild-abcde',
        baseUrl: origin,
        storage,
        fetch: async (url: string, init?: { method?: string }) => {
          const response = await fetch(url, init);
          const path = new URL(url).pathname.replace('/api/client/v2.0', '');
          calls.push(`${init?.method ?? 'GET'} ${path} ${response.status}`);
          return response;
        },
      });
      return { app, calls, storage };
    }

    return {
      ...web,
      get origin() {
        return origin;
      },
      openApp,
      /** Restarts the application with the same database and secret, without its caches. */
      async restart() {
        for (const end of ends.splice(0)) await end();
        origin = await start(createWeb(database.db, { clock: web.services.clock }).services);
      },
    };
  };
}

/** Calls a function that every user can call. */
export const readMarket = (user: User) => user.functions.callFunction('getAllMarketItems');

/** The token of the last mailed link. */
export function mailedToken(mails: readonly { text: string }[]): string {
  return /token=([\w-]+)/.exec(mails.at(-1)?.text ?? '')?.[1] ?? '';
}

/** The error that the client throws. @throws Error when it throws nothing. */
export async function errorOf(work: Promise<unknown>): Promise<MongoDBRealmError> {
  const error = await work.then(() => null).catch((thrown: unknown) => thrown);
  if (error instanceof MongoDBRealmError) return error;
  throw new Error(`The client threw no error of its own: ${error}`);
}
