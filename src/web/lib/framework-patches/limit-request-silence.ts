import { setConnectionProblem } from '../connection-state.ts';

/** For so long nothing may come of an answer; the browser itself would wait for minutes. */
const silenceMs = { read: 15_000, write: 30_000 };

/**
 * Wraps `fetch` for the router's requests: one on whose connection nothing comes any more is ended, so
 * that it can be tried again, and does not hold one of the browser's few connections.
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
    const give = () => silence.abort(signal?.reason);
    if (signal?.aborted) give();
    signal?.addEventListener('abort', give);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      clearTimeout(timer);
      const end = () => silence.abort(new DOMException('The server is silent.', 'TimeoutError'));
      timer = setTimeout(end, isRead ? silenceMs.read : silenceMs.write);
    };
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', give);
    };
    wait();
    try {
      const answer = await plainFetch(url, { ...init, signal: silence.signal });
      if (!answer.body) {
        done();
        return answer;
      }
      const heard = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(chunk, controller) {
          wait();
          controller.enqueue(chunk);
        },
        flush: done,
      });
      return new Response(answer.body.pipeThrough(heard), answer);
    } catch (error) {
      done();
      if (isRead && !signal?.aborted) setConnectionProblem('offline');
      throw error;
    }
  };
}
