import { Writable } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { FailedRequestContext } from './lib/errors/failed-request.ts';
import { isAppErrorData } from './lib/errors/is-app-error-data.ts';
import { startScriptsAfterPaint } from './lib/framework-patches/start-scripts-after-paint.ts';
import { ctxContext, nonceContext } from './lib/request-context.ts';

/** Renders the whole page before answering, so that it is one write. Nothing on our pages is streamed. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const nonce = context.get(nonceContext);
  // Players have the scripts in the browser's cache and need them at once.
  const isFirstVisit = import.meta.env.PROD && context.get(ctxContext).actor === null;
  return new Promise((resolve, reject) => {
    let renderStatus = status;
    const chunks: Buffer[] = [];
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(Buffer.from(chunk));
        done();
      },
      final(done) {
        headers.set('Content-Type', 'text/html; charset=utf-8');
        const html = Buffer.concat(chunks);
        const page = isFirstVisit ? startScriptsAfterPaint(html.toString()) : html;
        resolve(new Response(page, { status: renderStatus, headers }));
        done();
      },
    });
    const { pipe } = renderToPipeableStream(
      <FailedRequestContext value={status >= 500 ? context.get(ctxContext).request.id : null}>
        <ServerRouter context={entry} url={request.url} nonce={nonce} />
      </FailedRequestContext>,
      {
        nonce,
        onAllReady: () => pipe(sink),
        onShellError: reject,
        onError(error) {
          renderStatus = 500;
          context.get(ctxContext).log.error({ err: error }, 'rendering failed');
        },
      },
    );
  });
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
