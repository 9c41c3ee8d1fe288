import { discussionConstants } from '#shared/constants/discussions.ts';
import { sitePath } from '#shared/format/site-path.ts';
import type { DiscussionsQuery } from '#shared/schemas/discussions.ts';

/** The list of discussions; /community/discussions shows it too. */
export const discussionsRoot = '/community/discussion';

/** Where one is begun. */
export const createPath = `${discussionsRoot}/create-discussion`;

/** The games whose names begin or have what was typed, for the form's game field. */
export const suggestPath = `${discussionsRoot}/games`;

/** What an address of the list says, as names and values. */
function parameters({ q, genre, game, order, perPage, page }: DiscussionsQuery): URLSearchParams {
  const query = new URLSearchParams();
  if (q) query.set('q', q);
  for (const tag of genre) query.append('genre', tag);
  if (game !== null) query.set('game', String(game));
  if (order !== 'newest') query.set('order', order);
  if (perPage !== discussionConstants.pageSize) query.set('perPage', String(perPage));
  if (page > 1) query.set('page', String(page));
  return query;
}

/** The one address of a page of the list, however it was asked for. */
export function discussionsPath(query: DiscussionsQuery): string {
  const asked = parameters(query);
  return asked.size > 0 ? `${discussionsRoot}?${asked}` : discussionsRoot;
}

/** Whether an address says what it asks for as we would: no blanks, no tag or page that is none. */
export function isTidy(asked: URLSearchParams, query: DiscussionsQuery): boolean {
  const tidy = parameters(query);
  return ['q', 'genre', 'game', 'order', 'perPage', 'page'].every(
    (name) => asked.getAll(name).join() === tidy.getAll(name).join(),
  );
}

/** The list of what has this tag. */
export function tagPath(tag: DiscussionsQuery['genre'][number]): string {
  return `${discussionsRoot}?genre=${tag}`;
}

/** The list of what is about this game. */
export function ofGamePath(gameId: number): string {
  return `${discussionsRoot}?game=${gameId}`;
}

/** A discussion. */
export function discussionPath(id: string): string {
  return sitePath`/community/discussions/${id}`;
}

/** Where its author changes it. */
export function editPath(id: string): string {
  return `${discussionPath(id)}/edit`;
}

/** The anchor of a comment. */
export function commentAnchor(commentId: string): string {
  return `comment-${commentId}`;
}

/** The address that leads to this very comment, whatever page it is on by then. */
export function commentPath(discussionId: string, commentId: string): string {
  return `${discussionPath(discussionId)}?comment=${commentId}#${commentAnchor(commentId)}`;
}

/** The same, where its page is known. */
export function commentOnPage(discussionId: string, commentId: string, page: number): string {
  const query = page > 1 ? `?page=${page}` : '';
  return `${discussionPath(discussionId)}${query}#${commentAnchor(commentId)}`;
}

/** The address that leads to the latest that somebody said there. */
export function latestPath(discussionId: string, username: string): string {
  return `${discussionPath(discussionId)}?by=${username}`;
}
