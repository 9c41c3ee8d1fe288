/** The address of another page of the same list; the first has no parameter. */
export function pagePath(url: URL, page: number): string {
  const query = new URLSearchParams(url.searchParams);
  if (page === 1) query.delete('page');
  else query.set('page', String(page));
  return query.size > 0 ? `${url.pathname}?${query}` : url.pathname;
}
