import { renderToString } from 'react-dom/server';
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { FailedRequestContext } from './lib/errors/failed-request-id.ts';
import { isAppErrorData } from './lib/errors/is-app-error-data.ts';
import { readRouteData, withRouteData } from './lib/framework-patches/await-route-data.ts';
import { startScriptsAfterPaint } from './lib/framework-patches/start-scripts-after-paint.ts';
import { MarkupContext } from './lib/rendering-cache/cached-markup.tsx';
import { getValuesOfRequest } from './lib/rendering-cache/values-of-request.ts';
import {
  ctxContext,
  htmlContext,
  markupCacheContext,
  nonceContext,
  renderedPagesContext,
} from './lib/request-context.ts';

/**
 * Renders the whole page before answering, so that it is one write. Loaders are awaited, so there is nothing to
 * stream: the synchronous renderer needs about half the time of the streaming one.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const ctx = context.get(ctxContext);
  const nonce = context.get(nonceContext);
  const data = await readRouteData(entry);
  // Pages of visitors are cached as responses.
  const pages =
    ctx.actor && status === 200 && request.method === 'GET' && context.get(renderedPagesContext);
  const page =
    pages && data !== null
      ? pages.open({
          url: request.url,
          data,
          requestId: ctx.request.id,
          nonce,
          fresh: getValuesOfRequest(ctx),
        })
      : null;
  let html = page?.html ?? null;
  if (html === null) {
    const markup = context.get(markupCacheContext).record();
    const rendered = renderToString(
      <FailedRequestContext value={status >= 500 ? ctx.request.id : null}>
        <MarkupContext value={markup}>
          <ServerRouter
            context={withRouteData(onlyMatchedRoutes(entry), data)}
            url={request.url}
            nonce={nonce}
          />
        </MarkupContext>
      </FailedRequestContext>,
    );
    html = `<!DOCTYPE html>${markup.store(rendered)}`;
    page?.store(html, markup.until());
  }
  headers.set('Content-Type', 'text/html; charset=utf-8');
  // Players have the scripts in the browser's cache and need them at once.
  const isFirstVisit = import.meta.env.PROD && ctx.actor === null;
  context.set(htmlContext, isFirstVisit ? startScriptsAfterPaint(html) : html);
  return new Response(null, { status, headers });
}

/**
 * Leaves out the routes of other pages: the router creates its objects for every route in each rendering, and
 * a page needs its own only.
 */
function onlyMatchedRoutes(entry: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = entry;
  const routes = Object.fromEntries(
    staticHandlerContext.matches.map(({ route: { id } }) => [id, manifest.routes[id]]),
  );
  return { ...entry, manifest: { ...manifest, routes } };
}

/**
 * Logs a bug with its details and the request id; the client sees only the id. Client errors and AppErrors are
 * not bugs. The query is left out of the log, because links in mails have their tokens in it.
 */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return;
  if (isRouteErrorResponse(error) && (error.status < 500 || isAppErrorData(error.data))) return;
  const path = new URL(request.url).pathname;
  context.get(ctxContext).log.error({ err: error, path }, 'request failed');
};
