import { redirect as respond } from 'react-router';
import { withinSite } from '#shared/format/safe-path.ts';

/**
 * A redirect to a path of this site, encoded for the header. A path that would leave the site leads to the
 * home page. Every redirect of a page is made here; names in paths go through `sitePath`.
 */
export function redirect(path: string, init?: ResponseInit): Response {
  return respond(withinSite(path) ?? '/', init);
}
