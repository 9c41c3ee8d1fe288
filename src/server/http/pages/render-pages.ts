import { randomBytes } from 'node:crypto';
import * as build from 'virtual:react-router/server-build';
import { createRequestHandler, RouterContextProvider } from 'react-router';
import { functionReference } from '#api/realm/functions/reference.ts';
import { createDeviceCookie } from '#domain/accounts/sessions/device-cookie.ts';
import type { ReadSession } from '#domain/accounts/sessions/read-session.ts';
import { databaseUnavailable } from '#domain/lib/database-unavailable.ts';
import { getAnnouncementId, hiddenAnnouncementCookie } from '#domain/site/announcement.ts';
import { getSiteSettingsOrDefaults } from '#domain/site/read-site-settings.ts';
import { createCtx } from '#server/bootstrap/create-services.ts';
import type { Services } from '#server/bootstrap/services.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { resolveWithinSite } from '#shared/format/paths/resolve-within-site.ts';
import { isWideScreen, wideScreenPair } from '#shared/lib/wide-screen-cookie.ts';
import { MarkupCache } from '#web/lib/rendering-cache/markup-cache.ts';
import { RenderedPageCache } from '#web/lib/rendering-cache/rendered-page-cache.ts';
import {
  ctxContext,
  failureContext,
  htmlContext,
  markupCacheContext,
  nonceContext,
  pageFrameContext,
  referenceContext,
  renderedPagesContext,
  routeErrorContext,
} from '#web/lib/request-context.ts';
import { type SentForm, sentFormContext } from '#web/lib/sent-form-context.ts';
import { getExternalOrigins } from '../security/external-origins.ts';
import { isFromOwnOrigin } from '../security/origin-check.ts';
import { createPolicies } from '../security/security-headers.ts';
import { readSessionOfRequest } from '../session-of-request.ts';
import { answerInQueue } from './answer-in-queue.ts';
import type { CacheableOrigins } from './cacheable-origins.ts';
import { compressResponse } from './compress-response.ts';
import { toFullQueueResponse } from './full-queue-response.ts';
import { invalidateAtPriceChanges } from './invalidate-at-price-changes.ts';
import { invalidateByEvents } from './invalidate-by-events.ts';
import {
  findLoginAccount,
  isDecodable,
  isRead,
  readWholeBody,
  removeTrailingSlashes,
  withOrigin,
} from './page-requests.ts';
import { createRenderingCaller } from './rendering-caller.ts';
import { readCookie, readRequestCookies } from './request-cookies.ts';
import { findSharedUrl, type SharedUrl } from './shared-visitor-urls.ts';
import { createVisitorCache } from './visitor-cache.ts';

/** The public pages of games, companies and the community, and their data. */
const publicPaths =
  /^\/(?:_(?:root)?\.data|(?:game-info|publisher|developer|community|profile\/[^/]+)(?:[/.].*)?)?$/;

/** Pages whose answer depends on the cookies of a visitor, or that one form changes, are never cached. */
const uncachedPaths = /^\/(?:login\/|set-up(?:[/.]|$))/;

interface RequestIds {
  requestId: string;
  address: string;
  /** The error with which a route beside the pages ended; its page is shown. */
  error?: AppError;
  /** The form of the request if it came with files, which are on the disk. */
  sentForm?: SentForm;
}

interface Reader extends ReadSession {
  /** The error that prevented reading the session. */
  failure: { error: unknown } | null;
}

/** Who sends no session cookie. */
const visitor: Reader = { actor: null, failure: null };

/** Renders pages and their data. Visitors get them from the cache; players get their own rendering. */
export function createPages(
  services: Services,
  {
    development,
    hosts,
    invalidationIntervalMs,
  }: { development: boolean; hosts: CacheableOrigins; invalidationIntervalMs?: number },
) {
  const handle = createRequestHandler(build, development ? 'development' : 'production');
  const cache = createVisitorCache({
    freshMs: 3_000,
    staleMs: 60_000,
    maxBytes: 16 * 1024 * 1024,
  });
  const markupCache = new MarkupCache({ maxBytes: 8 * 1024 * 1024 });
  // In development the code that renders pages can change.
  const renderedPages = development ? null : new RenderedPageCache({ maxBytes: 8 * 1024 * 1024 });
  const { config, events, keys } = services;
  invalidateByEvents(cache, events, invalidationIntervalMs);
  const planSales = invalidateAtPriceChanges(cache, services);
  const policies = createPolicies(getExternalOrigins(config.uploadcare));

  async function render(
    request: Request,
    ids: RequestIds,
    reader: Reader,
    nonce: string | undefined,
  ) {
    const url = new URL(request.url);
    // Others, such as a page with a link from a mail, need what was written a moment ago.
    const isPublic = reader === visitor && isRead(request) && publicPaths.test(url.pathname);
    const context = new RouterContextProvider();
    context.set(nonceContext, nonce);
    context.set(failureContext, reader.failure);
    context.set(routeErrorContext, ids.error ?? null);
    context.set(sentFormContext, ids.sentForm ?? null);
    context.set(markupCacheContext, markupCache);
    context.set(renderedPagesContext, renderedPages);
    context.set(referenceContext, functionReference);
    context.set(
      ctxContext,
      createCtx(
        services,
        {
          id: ids.requestId,
          address: ids.address,
          origin: url.origin,
          userAgent: request.headers.get('User-Agent')?.slice(0, 400) ?? null,
          ...readRequestCookies(request),
        },
        reader.actor,
        isPublic ? services.reads?.db : undefined,
      ),
    );
    const response = await handle(request, context);
    const html = request.method === 'HEAD' ? null : context.get(htmlContext);
    return { response, html, frame: context.get(pageFrameContext) };
  }

  /** The id of the current announcement, if the browser has hidden it. */
  async function findHiddenAnnouncement(request: Request): Promise<string | null> {
    const hidden = readCookie(request, hiddenAnnouncementCookie);
    if (hidden === null) return null;
    const { announcement } = await getSiteSettingsOrDefaults(services);
    return announcement !== '' && getAnnouncementId(announcement) === hidden ? hidden : null;
  }

  /** Responds with the page that all visitors of this address share. */
  async function respondToVisitor(
    request: Request,
    ids: RequestIds,
    { path, isFreeText }: SharedUrl,
  ): Promise<Response> {
    planSales();
    const { origin } = new URL(request.url);
    const hidden = await findHiddenAnnouncement(request);
    const cookies = [
      ...(isWideInventory(request, path) ? [wideScreenPair] : []),
      ...(hidden === null ? [] : [`${hiddenAnnouncementCookie}=${hidden}`]),
    ].join('; ');
    const response = await cache.respond({
      key: `${origin}${path} ${cookies} ${services.limitedReads.of(null).limitsKey}`,
      isFreeText: isFreeText || !hosts.isKnown(origin),
      request,
      render: () =>
        renderForVisitor(new Request(origin + path, { headers: { Cookie: cookies } }), ids),
      caller: createRenderingCaller(services, ids.address),
    });
    const isCached = response.headers.has('ETag');
    return isCached ? response : compressResponse(request, response, new Headers(response.headers));
  }

  /** Renders a page from nothing but its address and the cookies that are part of the cache key. */
  async function renderForVisitor(request: Request, ids: RequestIds): Promise<Response> {
    const nonce = createNonce();
    const { response, html } = await render(request, ids, visitor, nonce);
    const { status } = response;
    const headers = new Headers(response.headers);
    headers.set('Cache-Control', 'private, no-cache');
    if (!isHtml(response)) return new Response(response.body, { status, headers });
    const page = policies.withHashes(html ?? (await response.text()), nonce);
    headers.set('Content-Security-Policy', page.policy);
    return new Response(page.html, { status, headers });
  }

  async function renderForReader(request: Request, ids: RequestIds, reader: Reader) {
    const nonce = development ? undefined : createNonce();
    const { response, html, frame } = await render(request, ids, reader, nonce);
    const { headers } = response;
    // In development, scripts of Vite have no nonce. A document that is no page of the site has a policy of its own.
    if (isHtml(response) && !headers.has('Content-Security-Policy'))
      headers.set(
        'Content-Security-Policy',
        nonce ? policies.withNonce(nonce, frame?.origin) : "frame-ancestors 'none'",
      );
    // Pictures of a file service may lack the header that `require-corp` asks for.
    if (frame?.isIsolated) headers.set('Cross-Origin-Embedder-Policy', 'credentialless');
    headers.set('Cache-Control', 'private, no-store');
    // The framework drops the headers of an error that prevented reading the session.
    if (response.status === databaseUnavailable.status && !headers.has('Retry-After'))
      headers.set('Retry-After', String(databaseUnavailable.retryAfterMs / 1000));
    return compressResponse(request, response, headers, html);
  }

  /** Who asks; exactly `visitor` without a session cookie. */
  async function readReader(request: Request, { address }: RequestIds): Promise<Reader> {
    try {
      const session = await readSessionOfRequest(services, request, address);
      if (!session.actor) return session.setCookie ? { ...session, failure: null } : visitor;
      services.accounts.presence.markSeen(session.actor.id);
      hosts.addOfPlayer(new URL(request.url).origin);
      return { ...session, failure: null };
    } catch (error) {
      return { actor: null, failure: { error } };
    }
  }

  /** Renders a page in the fair queue, so that many requests of one reader do not delay others. */
  async function renderInQueue(request: Request, ids: RequestIds, reader: Reader) {
    const isPage = isRead(request);
    const queue = isPage ? services.fairQueues.reads : services.fairQueues.actions;
    // The body is read before queueing. Otherwise a slow client would occupy a place.
    const completeRequest = isPage ? request : await readWholeBody(request);
    const { actor } = reader;
    const account = isPage || actor ? undefined : await findLoginAccount(completeRequest);
    const queueCaller = { actor, request: ids, account };
    return answerInQueue(
      (work) => queue(queueCaller, work),
      async () => {
        // The client has left while the request waited. A form is handled all the same.
        if (isPage && request.signal.aborted) return new Response(null, { status: 499 });
        return renderForReader(completeRequest, ids, reader);
      },
    ).catch(toFullQueueResponse);
  }

  return async function pages(incoming: Request, ids: RequestIds): Promise<Response> {
    const request = config.ORIGIN ? withOrigin(incoming, config.ORIGIN) : incoming;
    const { origin, pathname, search } = new URL(request.url);
    if (!isFromOwnOrigin(request, origin)) {
      return new Response('This form was sent from another site.', { status: 403 });
    }
    if (!isDecodable(pathname)) return new Response('Not found.', { status: 404 });
    const cacheable = isRead(request);
    if (cacheable && pathname.length > 1 && pathname.endsWith('/')) {
      const headers = {
        Location: resolveWithinSite(removeTrailingSlashes(pathname) + search) ?? '/',
      };
      return new Response(null, { status: 308, headers });
    }
    const reader = await readReader(request, ids);
    if (
      reader === visitor &&
      cacheable &&
      !ids.error &&
      !development &&
      !uncachedPaths.test(pathname)
    ) {
      const shared = findSharedUrl(pathname, search);
      // A browser renders the page of its own address, which must be the one that was rendered here.
      if (shared?.hasOthers && !pathname.endsWith('.data')) return redirectTo(shared.path);
      if (shared) return respondToVisitor(request, ids, shared).catch(toFullQueueResponse);
    }
    const response = await renderInQueue(request, ids, reader);
    const { actor, setCookie } = reader;
    // A cookie that a login or logout has set is newer than the cookie of this request.
    if (setCookie && !response.headers.has('Set-Cookie')) {
      response.headers.append('Set-Cookie', setCookie);
    }
    if (actor && actor.role !== 'guest') {
      const { username } = actor;
      const { deviceCookie } = readRequestCookies(request);
      const remembered = await createDeviceCookie(keys, deviceCookie, { username, origin });
      if (remembered) response.headers.append('Set-Cookie', remembered);
    }
    return response;
  };
}

/** Marks the inline scripts of one rendering as the server's own. */
function createNonce(): string {
  return randomBytes(16).toString('base64url');
}

/** Whether the answer is an inventory for a wide screen, which shows more items. */
function isWideInventory(request: Request, path: string): boolean {
  return path.includes('/inventory') && isWideScreen(request.headers.get('Cookie'));
}

function redirectTo(path: string): Response {
  const headers = { Location: path, 'Cache-Control': 'private, no-cache' };
  return new Response(null, { status: 302, headers });
}

function isHtml(response: Response): boolean {
  return response.headers.get('Content-Type')?.startsWith('text/html') ?? false;
}
