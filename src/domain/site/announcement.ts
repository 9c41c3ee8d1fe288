import { createHash } from 'node:crypto';
import { splitLinks, type TextPiece } from '#shared/format/texts/split-links-in-text.ts';
import type { SiteSettings } from '#shared/schemas/administration/site-settings.ts';

/** The cookie with the id of the announcement that the reader of this browser has hidden. */
export const hiddenAnnouncementCookie = 'hidden-announcement';

/** The Set-Cookie header by which a browser hides an announcement for a year. */
export function createHiddenAnnouncementCookie(id: string): string {
  return `${hiddenAnnouncementCookie}=${id}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${365 * 24 * 60 * 60}`;
}

/** The id of an announcement. It changes with the text, so that a new text is shown again. */
export function getAnnouncementId(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 8);
}

/** The announcement of the site; null if it has no text, or if its id is `hidden`. */
export function findShownAnnouncement(
  { announcement: text }: Pick<SiteSettings, 'announcement'>,
  hidden: string | null | undefined,
): { id: string; pieces: TextPiece[] } | null {
  if (text === '') return null;
  const id = getAnnouncementId(text);
  return id === hidden ? null : { id, pieces: splitLinks(text) };
}
