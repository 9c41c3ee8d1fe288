import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { App, MongoDBRealmError } from 'realm-web';
import { afterEach } from 'vitest';
import type { Database } from '#database/client.ts';
import type { Services } from '#server/bootstrap/services.ts';
import { createApp } from '#server/http/app.ts';
import { createWeb } from '../fixtures/web.ts';

interface Storage {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  prefix(part: string): Storage;
  clear(prefix?: string): void;
  addListener(): void;
  removeListener(): void;
}

/** What a browser keeps for a client; clients in one process would share theirs otherwise. */
export function createStorage(kept = new Map<string, string>(), start = ''): Storage {
  return {
    get: (key) => kept.get(start + key) ?? null,
    set: (key, value) => void kept.set(start + key, value),
    remove: (key) => void kept.delete(start + key),
    prefix: (part) => createStorage(kept, `${start}${part}:`),
    clear(prefix = '') {
      for (const key of kept.keys()) if (key.startsWith(start + prefix)) kept.delete(key);
    },
    addListener() {},
    removeListener() {},
  };
}

/** A real server on a port of its own for the real client of the app backend; it ends with the test. */
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

  return async function appScene(overrides: Partial<Services> = {}) {
    const web = createWeb(database.db, overrides);
    let origin = await start(web.services);

    /** The real client, and the calls that it made: method, path and status. */
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
      /** Another process over the same database and secret, with nothing left of the first in memory. */
      async restart() {
        for (const end of ends.splice(0)) await end();
        origin = await start(createWeb(database.db, { clock: web.services.clock }).services);
      },
    };
  };
}

/** The token of the last link that was mailed. */
export function mailedToken(mails: readonly { text: string }[]): string {
  return /token=([\w-]+)/.exec(mails.at(-1)?.text ?? '')?.[1] ?? '';
}

/** The error that the client made of an answer. */
export async function errorOf(work: Promise<unknown>): Promise<MongoDBRealmError> {
  const error = await work.then(() => null).catch((thrown: unknown) => thrown);
  if (error instanceof MongoDBRealmError) return error;
  throw new Error(`There was no error of the client: ${error}`);
}
