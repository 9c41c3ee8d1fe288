import pino from 'pino';
import type { Database } from '#db/client.ts';
import { deviceCookieName } from '#domain/accounts/device-cookie.ts';
import { sessionCookieName } from '#domain/accounts/session-cookie.ts';
import { createAuditBoard } from '#server/audit-board.ts';
import { readConfig } from '#server/config.ts';
import { createEvents } from '#server/events.ts';
import { createApp } from '#server/http.ts';
import type { Services } from '#server/services.ts';
import { createTestCtx } from './factories.ts';

/** The whole web application over `db`, in this process; `ctx` shares its services. */
export function createWeb(db: Database, overrides: Partial<Services> = {}) {
  const log = pino({ level: 'silent' });
  const events = createEvents(log);
  const ctx = createTestCtx(db, { events, ...overrides });
  const services: Services = {
    ...ctx,
    config: readConfig({}),
    gamePictures: { find: async () => null, findDrawing: async () => null },
    events,
    auditBoard: createAuditBoard(),
    log,
    ...overrides,
  };
  const app = createApp(services, { clientDirectory: './build/client', ready: () => true });
  return { ctx, services, visit: () => createVisitor(app) };
}

type App = ReturnType<typeof createApp>;

/** A browser's manners towards the application: it keeps the session's cookie and sends forms. */
function createVisitor(app: App) {
  const origin = 'http://localhost:3000';
  const name = sessionCookieName(false);
  const deviceName = deviceCookieName(false);
  let cookie: string | null = null;
  /** By which the application knows a browser that was logged in before. */
  let device: string | null = null;

  async function send(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    const cookies = [
      ...(cookie === null ? [] : [`${name}=${cookie}`]),
      ...(device === null ? [] : [`${deviceName}=${device}`]),
    ];
    if (cookies.length > 0) headers.set('Cookie', cookies.join('; '));
    const response = await app.fetch(new Request(origin + path, { ...init, headers }));
    for (const header of response.headers.getSetCookie()) {
      const value = new RegExp(`^${name}=([^;]*)`).exec(header)?.[1];
      if (value !== undefined) cookie = value === '' ? null : value;
      device = new RegExp(`^${deviceName}=([^;]*)`).exec(header)?.[1] ?? device;
    }
    return response;
  }

  return {
    get: (path: string, headers: HeadersInit = {}) => send(path, { headers }),
    head: (path: string) => send(path, { method: 'HEAD' }),
    post: (path: string, fields: Record<string, string> | string[][], headers: HeadersInit = {}) =>
      send(path, {
        method: 'POST',
        body: new URLSearchParams(fields),
        headers: { Origin: origin, ...headers },
      }),
    get cookie() {
      return cookie;
    },
    set cookie(value: string | null) {
      cookie = value;
    },
  };
}

/** The text that a reader of the page sees. */
export async function textOf(response: Response): Promise<string> {
  const html = await response.text();
  return html
    .replace(/<(script|style|head)[\s>][\s\S]*?<\/\1>/g, '')
    .replace(/<!-- -->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
}
