import { sitePath } from '#shared/format/paths/site-path.ts';
import type { DiscussionsQuery } from '#shared/schemas/discussions.ts';
import type { UsualPerPage } from '#web/lib/actions/parse-list-query.ts';

/** The list of discussions. The path /community/discussions shows it as well. */
export const discussionsRoot = '/community/discussion';

/** The form for a new discussion. */
export const createDiscussionPath = `${discussionsRoot}/create-discussion`;

/** The games that match the typed text, as suggestions for the game field of the form. */
export const suggestGamesPath = `${discussionsRoot}/games`;

/** The query of a shown list. */
export type ShownQuery = DiscussionsQuery & UsualPerPage;

/** Returns the query parameters of a page of the list, without default values. */
function canonicalParameters({
  q,
  genre,
  game,
  order,
  perPage,
  usualPerPage,
  page,
}: ShownQuery): URLSearchParams {
  const query = new URLSearchParams();
  if (q) query.set('q', q);
  for (const tag of genre) query.append('genre', tag);
  if (game !== null) query.set('game', String(game));
  if (order !== 'newest') query.set('order', order);
  if (perPage !== usualPerPage) query.set('perPage', String(perPage));
  if (page > 1) query.set('page', String(page));
  return query;
}

/** Returns the canonical path of a page of the list. */
export function discussionsPath(query: ShownQuery): string {
  const parameters = canonicalParameters(query);
  return parameters.size > 0 ? `${discussionsRoot}?${parameters}` : discussionsRoot;
}

/** Whether the parameters are the canonical ones: no surrounding space, unknown tags or invalid pages. */
export function hasCanonicalQuery(requested: URLSearchParams, query: ShownQuery): boolean {
  const canonical = canonicalParameters(query);
  return ['q', 'genre', 'game', 'order', 'perPage', 'page'].every(
    (name) => requested.getAll(name).join() === canonical.getAll(name).join(),
  );
}

/** The list of discussions with this tag. */
export function tagPath(tag: DiscussionsQuery['genre'][number]): string {
  return `${discussionsRoot}?genre=${tag}`;
}

/** The list of discussions about this game. */
export function gameDiscussionsPath(gameId: number): string {
  return `${discussionsRoot}?game=${gameId}`;
}

/** The page of a discussion. */
export function discussionPath(id: string): string {
  return sitePath`/community/discussions/${id}`;
}

/** The form with which its author edits it. */
export function editDiscussionPath(id: string): string {
  return `${discussionPath(id)}/edit`;
}

/** The anchor of a comment. */
export function commentAnchor(commentId: string): string {
  return `comment-${commentId}`;
}

/** The permanent path of a comment; the server redirects to the page that contains it. */
export function commentPath(discussionId: string, commentId: string): string {
  return `${discussionPath(discussionId)}?comment=${commentId}#${commentAnchor(commentId)}`;
}

/** The path of a comment whose page is known. */
export function commentOnPagePath(discussionId: string, commentId: string, page: number): string {
  const query = page > 1 ? `?page=${page}` : '';
  return `${discussionPath(discussionId)}${query}#${commentAnchor(commentId)}`;
}

/** The path that redirects to the latest comment of a player. */
export function latestCommentPath(discussionId: string, username: string): string {
  return `${discussionPath(discussionId)}?by=${username}`;
}
