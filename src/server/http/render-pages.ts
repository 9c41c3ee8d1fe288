import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import * as build from 'virtual:react-router/server-build';
import { createRequestHandler, RouterContextProvider } from 'react-router';
import { functionReference } from '#api/realm/functions/reference.ts';
import { deviceCookieName, rememberDevice } from '#domain/accounts/sessions/device-cookie.ts';
import { type ReadSession, readSession } from '#domain/accounts/sessions/read-session.ts';
import { readCookie, readSessionCookie } from '#domain/accounts/sessions/session-cookie.ts';
import type { Actor } from '#domain/base-context.ts';
import { isWideScreen } from '#shared/constants/wide-screen.ts';
import { isAppError } from '#shared/errors/app-error.ts';
import { withinSite } from '#shared/format/safe-path.ts';
import {
  ctxContext,
  failureContext,
  nonceContext,
  referenceContext,
} from '#web/lib/request-context.ts';
import { createCtx } from '../bootstrap/create-services.ts';
import type { Services } from '../bootstrap/services.ts';
import { isFromOwnOrigin } from './origin-check.ts';
import { PageCache } from './page-cache.ts';
import { createPolicies } from './security-headers.ts';

const compress = promisify(gzip);

interface Arrival {
  requestId: string;
  address: string;
}

interface Reader {
  actor: Actor | null;
  /** Why it is not known who reads. */
  failure: { error: unknown } | null;
}

const visitor: Reader = { actor: null, failure: null };

/** Pages and their data: visitors' from the cache, players' rendered for them alone. */
export function createPages(services: Services, { development }: { development: boolean }) {
  const handle = createRequestHandler(build, development ? 'development' : 'production');
  const cache = new PageCache({ freshMs: 3_000, staleMs: 60_000, maxBytes: 16 * 1024 * 1024 });
  const { config } = services;
  const policies = createPolicies(elsewhereOf(config.uploadcare));

  async function render(request: Request, arrival: Arrival, reader: Reader, nonce?: string) {
    const url = new URL(request.url);
    const context = new RouterContextProvider();
    context.set(nonceContext, nonce);
    context.set(failureContext, reader.failure);
    context.set(referenceContext, functionReference);
    context.set(
      ctxContext,
      createCtx(
        services,
        {
          id: arrival.requestId,
          address: arrival.address,
          origin: url.origin,
          userAgent: request.headers.get('User-Agent')?.slice(0, 400) ?? null,
          deviceCookie: deviceCookieOf(request),
        },
        reader.actor,
      ),
    );
    return handle(request, context);
  }

  async function renderForVisitor(request: Request, arrival: Arrival): Promise<Response> {
    const nonce = createNonce();
    const response = await render(request, arrival, visitor, nonce);
    const { status } = response;
    const headers = new Headers(response.headers);
    headers.set('Cache-Control', 'private, no-cache');
    if (!isHtml(response)) return new Response(response.body, { status, headers });
    const { html, policy } = policies.withHashes(await response.text(), nonce);
    headers.set('Content-Security-Policy', policy);
    return new Response(html, { status, headers });
  }

  async function renderForReader(request: Request, arrival: Arrival, reader: Reader) {
    const nonce = development ? undefined : createNonce();
    const response = await render(request, arrival, reader, nonce);
    const headers = new Headers(response.headers);
    if (nonce && isHtml(response))
      headers.set('Content-Security-Policy', policies.withNonce(nonce));
    headers.set('Cache-Control', 'private, no-store');
    return squeeze(request, response, headers);
  }

  /** Makes a page when it is its reader's turn: nobody's many forms delay the pages of others. */
  async function renderInTurn(request: Request, arrival: Arrival, reader: Reader) {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const queue = isRead ? services.fairQueues.read : services.fairQueues.act;
    // Read before its turn, which a slow sender would hold.
    const whole = isRead ? request : await readWhole(request);
    const { actor } = reader;
    const account = isRead || actor ? undefined : await accountIn(whole);
    const asker = { actor, request: arrival, account };
    try {
      return await queue(asker, () => renderForReader(whole, arrival, reader));
    } catch (error) {
      if (!isAppError(error)) throw error;
      const seconds = Math.ceil((error.details.retryAfterMs ?? 0) / 1000);
      const headers = { 'Retry-After': String(seconds), 'Cache-Control': 'private, no-store' };
      return new Response(error.message, { status: error.status, headers });
    }
  }

  return async function pages(incoming: Request, arrival: Arrival): Promise<Response> {
    const request = config.ORIGIN ? atOrigin(incoming, config.ORIGIN) : incoming;
    const { origin, protocol, pathname, search } = new URL(request.url);
    if (!isFromOwnOrigin(request, origin)) {
      return new Response('This form was sent from another site.', { status: 403 });
    }
    if (!isReadable(pathname)) return new Response('Not found.', { status: 404 });
    const cookie = readSessionCookie(request.headers.get('Cookie'), protocol === 'https:');
    const cacheable = request.method === 'GET' || request.method === 'HEAD';
    if (cacheable && pathname.length > 1 && pathname.endsWith('/')) {
      const headers = { Location: withinSite(withoutSlash(pathname) + search) ?? '/' };
      return new Response(null, { status: 308, headers });
    }
    if (cookie === null && cacheable && !development) {
      const width = widthOf(request, pathname);
      const response = await cache.respond(origin + pathname + search + width, request, () =>
        renderForVisitor(asGet(request), arrival),
      );
      const kept = response.headers.has('ETag');
      return kept ? response : squeeze(request, response, new Headers(response.headers));
    }
    if (cookie === null) return renderInTurn(request, arrival, visitor);
    const { db, secret, clock, presence } = services;
    let session: ReadSession = { actor: null };
    let failure: Reader['failure'] = null;
    try {
      const secure = protocol === 'https:';
      session = await readSession({ db, secret, now: clock.now(), secure }, cookie);
      if (session.actor) presence.mark(session.actor.id);
    } catch (error) {
      failure = { error };
    }
    const { actor, setCookie } = session;
    const response = await renderInTurn(request, arrival, { actor, failure });
    // What a login or a logout sets is newer than what this request came with.
    if (setCookie && !response.headers.has('Set-Cookie')) {
      response.headers.append('Set-Cookie', setCookie);
    }
    if (actor && actor.role !== 'guest') {
      const { username } = actor;
      const remembered = rememberDevice(secret, deviceCookieOf(request), { username, origin });
      if (remembered) response.headers.append('Set-Cookie', remembered);
    }
    return response;
  };
}

/** What marks the scripts of one render as the server's own. */
function createNonce(): string {
  return randomBytes(16).toString('base64url');
}

function deviceCookieOf(request: Request): string | null {
  const secure = new URL(request.url).protocol === 'https:';
  return readCookie(request.headers.get('Cookie'), deviceCookieName(secure));
}

/** Where a hosted file service has pictures and takes them, by origin. */
function elsewhereOf(hosted: Services['config']['uploadcare']) {
  const origins = (...urls: (string | null)[]) => [
    ...new Set(urls.flatMap((url) => (url === null ? [] : new URL(url).origin))),
  ];
  return {
    pictures: hosted ? origins(hosted.cdnUrl) : [],
    connections: hosted ? origins(hosted.uploadUrl, hosted.partsUrl) : [],
  };
}

/** What a visitor's page depends on besides its address: an inventory has more on a wide screen. */
function widthOf(request: Request, pathname: string): string {
  const asked = pathname.includes('/inventory') && isWideScreen(request.headers.get('Cookie'));
  return asked ? ' wide' : '';
}

/** Whether a path is text at all. */
function isReadable(pathname: string): boolean {
  try {
    // Its answer is used: a bundler takes a call of which nothing is used away.
    return decodeURIComponent(pathname) !== '';
  } catch {
    return false;
  }
}

/** The one address of a page; it starts with one slash, as two would lead to another host. */
function withoutSlash(pathname: string): string {
  let [start, end] = [0, pathname.length];
  while (pathname[end - 1] === '/') end -= 1;
  while (pathname[start] === '/') start += 1;
  return `/${pathname.slice(start, end)}`;
}

function isHtml(response: Response): boolean {
  return response.headers.get('Content-Type')?.startsWith('text/html') ?? false;
}

/** HEAD shares the page of GET. */
function asGet(request: Request): Request {
  return request.method === 'HEAD' ? new Request(request, { method: 'GET' }) : request;
}

/** The same request with its body in memory; one that cannot be read is refused by its form. */
async function readWhole(request: Request): Promise<Request> {
  try {
    const body = await request.arrayBuffer();
    const { method, headers, signal } = request;
    return new Request(request.url, { method, headers, body, signal });
  } catch {
    return request;
  }
}

/** The account that a form gives a password for, by its username or email. */
async function accountIn(request: Request): Promise<string | undefined> {
  try {
    const form = await request.clone().formData();
    const name = form.get('username') ?? form.get('email');
    if (!form.has('password') || typeof name !== 'string') return undefined;
    return name.trim().toLowerCase();
  } catch {
    // What is no form is refused where it is read.
    return undefined;
  }
}

/** The request as it was made to the public origin, whatever a proxy in between made of its Host. */
function atOrigin(request: Request, origin: string): Request {
  const url = new URL(request.url);
  const headers = new Headers(request.headers);
  headers.set('Host', new URL(origin).host);
  headers.delete('X-Forwarded-Host');
  return new Request(origin + url.pathname + url.search, {
    method: request.method,
    headers,
    body: request.body,
    signal: request.signal,
    ...(request.body && { duplex: 'half' }),
  });
}

/** Compresses lightly what is made for one reader; what is streamed, such as a CSV, stays a stream. */
async function squeeze(request: Request, response: Response, headers: Headers): Promise<Response> {
  const type = headers.get('Content-Type') ?? '';
  const init = { status: response.status, headers };
  if (!response.body || !/^text\/(html|x-script)\b/.test(type) || headers.has('Content-Encoding')) {
    return new Response(response.body, init);
  }
  if (!/\bgzip\b/.test(request.headers.get('Accept-Encoding') ?? '')) {
    return new Response(response.body, init);
  }
  const body = await compress(await response.arrayBuffer(), { level: constants.Z_BEST_SPEED });
  headers.set('Content-Encoding', 'gzip');
  headers.append('Vary', 'Accept-Encoding');
  headers.delete('Content-Length');
  return new Response(new Uint8Array(body), init);
}
