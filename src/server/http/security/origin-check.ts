const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether a request that may change data comes from our own pages. Its Origin must be `ownOrigin`; without
 * an Origin, Sec-Fetch-Site must be `same-origin`. A request with neither did not come from a page. `Origin: null` is
 * sent instead of ours when an add-on or a setting of the browser hides addresses, and also by pages in a sandbox;
 * only for these is Sec-Fetch-Site `cross-site`.
 */
export function isFromOwnOrigin(request: Request, ownOrigin: string): boolean {
  if (safeMethods.has(request.method)) return true;
  if (isUnsubscribeRequest(request)) return true;
  const origin = request.headers.get('Origin');
  if (origin !== null && origin !== 'null') return origin === ownOrigin;
  return request.headers.get('Sec-Fetch-Site') === 'same-origin';
}

/**
 * Whether a mail program ends mails with one request (RFC 8058). It has the token of the mail and needs no cookie,
 * so it may come from anywhere. A browser names its page: then the usual rules apply.
 */
function isUnsubscribeRequest({ method, url, headers }: Request): boolean {
  return (
    method === 'POST' &&
    new URL(url).pathname === '/unsubscribe' &&
    !headers.has('Origin') &&
    !headers.has('Sec-Fetch-Site')
  );
}
