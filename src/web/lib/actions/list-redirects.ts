import { findCanonicalPath, pagePath } from './canonical-page-path.ts';
import { redirect } from './redirect.ts';

/**
 * Returns a page of a list. A page number beyond the end leads to the last page. `page` is the number that the URL asks
 * for, where the list does not repeat it, and `part` the id of the list's element in the page.
 */
export async function openPage<List extends { pages: number; page?: number }>(
  url: URL,
  list: List | Promise<List>,
  { page, part }: { page?: number; part?: string } = {},
): Promise<List> {
  const found = await list;
  if ((page ?? found.page ?? 1) > found.pages)
    throw redirect(pagePath(url, found.pages) + (part ? `#${part}` : ''));
  return found;
}

/** Leads to the same path without parameters that have their default value; a form without scripts sends them. */
export function leaveOutDefaults(url: URL, defaults: Readonly<Record<string, string>>): void {
  const path = findCanonicalPath(url, defaults);
  if (path !== null) throw redirect(path);
}
