import { redirect as respond, redirectDocument as respondWithDocument } from 'react-router';
import { resolveWithinSite } from '#shared/format/paths/resolve-within-site.ts';

/**
 * Creates a redirect to a path of this site, encoded for the header. A path that would leave the site is
 * replaced by the home page. Every page uses this function; names in paths are encoded by `sitePath`.
 */
export function redirect(path: string, init?: ResponseInit): Response {
  return respond(resolveWithinSite(path) ?? '/', init);
}

/** The same, and the browser loads a new document. */
export function redirectDocument(path: string): Response {
  return respondWithDocument(resolveWithinSite(path) ?? '/');
}
