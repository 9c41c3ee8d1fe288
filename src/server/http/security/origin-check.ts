const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether a request that may change data comes from our own pages. Its Origin must be `ownOrigin`; without
 * an Origin, Sec-Fetch-Site must be `same-origin`. A request with neither did not come from a page.
 */
export function isFromOwnOrigin(request: Request, ownOrigin: string): boolean {
  if (safeMethods.has(request.method)) return true;
  const origin = request.headers.get('Origin');
  if (origin !== null) return origin === ownOrigin;
  return request.headers.get('Sec-Fetch-Site') === 'same-origin';
}
