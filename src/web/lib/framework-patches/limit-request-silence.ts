import { setConnectionProblem } from '../connection/connection-state.ts';

/** The longest time without data from the server; the browser itself would wait for minutes. */
const silenceMs = { read: 15_000, write: 30_000 };

/**
 * Wraps `fetch` for the requests of the router. A request that receives no data for `silenceMs` is ended, so
 * that it can be retried and does not occupy one of the few connections of the browser. The router's requests
 * have no time limit: https://github.com/remix-run/react-router/issues/15406
 */
export function limitRequestSilence(plainFetch: typeof fetch): typeof fetch {
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href);
    if (url.origin !== location.origin || !url.pathname.endsWith('.data')) {
      return plainFetch(input, init);
    }
    const isRead = (init.method ?? 'GET') === 'GET';
    const silence = new AbortController();
    const { signal } = init;
    const forwardAbort = () => silence.abort(signal?.reason);
    if (signal?.aborted) forwardAbort();
    signal?.addEventListener('abort', forwardAbort);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const restartTimer = () => {
      clearTimeout(timer);
      const end = () => silence.abort(new DOMException('The server is silent.', 'TimeoutError'));
      timer = setTimeout(end, isRead ? silenceMs.read : silenceMs.write);
    };
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', forwardAbort);
    };
    restartTimer();
    try {
      const answer = await plainFetch(url, { ...init, signal: silence.signal });
      if (!answer.body) {
        done();
        return answer;
      }
      const watched = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(chunk, controller) {
          restartTimer();
          controller.enqueue(chunk);
        },
        flush: done,
      });
      return new Response(answer.body.pipeThrough(watched), answer);
    } catch (error) {
      done();
      if (isRead && !signal?.aborted) setConnectionProblem('offline');
      throw error;
    }
  };
}
