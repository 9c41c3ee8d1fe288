/** The address of another page of the same list; the first has no parameter. */
export function pagePath(url: URL, page: number): string {
  const query = new URLSearchParams(url.searchParams);
  if (page === 1) query.delete('page');
  else query.set('page', String(page));
  return pathOf(url, query);
}

/**
 * The same address without the parameters that have their `usual` value, as a form without script sends
 * them; null where there are none.
 */
export function tidyPath(url: URL, usual: Readonly<Record<string, string>>): string | null {
  const query = new URLSearchParams(url.searchParams);
  for (const [name, value] of Object.entries(usual)) query.delete(name, value);
  return query.size < url.searchParams.size ? pathOf(url, query) : null;
}

function pathOf(url: URL, query: URLSearchParams): string {
  return query.size > 0 ? `${url.pathname}?${query}` : url.pathname;
}
