/** Returns the path of another page of the same list. The first page has no `page` parameter. */
export function pagePath(url: URL, page: number): string {
  const query = new URLSearchParams(url.searchParams);
  if (page === 1) query.delete('page');
  else query.set('page', String(page));
  return pathOf(url, query);
}

/**
 * Returns the same path without the parameters that have their default value; a form without scripts
 * sends them. Returns null if there are no such parameters: the path is canonical already.
 */
export function findCanonicalPath(
  url: URL,
  defaults: Readonly<Record<string, string>>,
): string | null {
  const query = new URLSearchParams(url.searchParams);
  for (const [name, value] of Object.entries(defaults)) query.delete(name, value);
  return query.size < url.searchParams.size ? pathOf(url, query) : null;
}

function pathOf(url: URL, query: URLSearchParams): string {
  return query.size > 0 ? `${url.pathname}?${query}` : url.pathname;
}
