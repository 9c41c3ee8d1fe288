import type { DiscussionTag } from '#shared/constants/discussion-tags.ts';
import { discussionConstants } from '#shared/constants/discussions.ts';
import { pageCount } from '../lib/page-count.ts';
import type { Author } from './author-columns.ts';
import { type DiscussedGame, gameOf } from './discussed-game.ts';
import type { DiscussionRow } from './discussion-rows.ts';

/** A discussion as a list shows it. */
export interface ListedDiscussion {
  id: string;
  title: string;
  /** The first 30 characters of the content and, where there are more, an ellipsis. */
  preview: string;
  game: DiscussedGame | null;
  tags: DiscussionTag[];
  isPrivate: boolean;
  author: Author;
  /** How many comments it has. */
  comments: number;
  createdAt: Date;
  /** Of its last comment; of itself, without one. */
  lastActivityAt: Date;
}

export interface DiscussionsPage {
  discussions: ListedDiscussion[];
  /** How many match, counted up to a limit. */
  total: number;
  /** Whether there are more than `total`. */
  more: boolean;
  /** How many pages can be asked for, at least one. */
  pages: number;
}

interface Counted {
  /** How many are on a page; the rows can be more. */
  perPage: number;
  total: number;
  more: boolean;
  /** How many can be paged through, if not all that were counted. */
  reached?: number;
}

/** The rows of a page as it is shown. */
export function pageOf(
  rows: DiscussionRow[],
  { perPage, total, more, reached = total }: Counted,
): DiscussionsPage {
  return {
    discussions: listed(rows.slice(0, perPage)),
    total,
    more,
    pages: pageCount(reached, perPage),
  };
}

function listed(rows: DiscussionRow[]): ListedDiscussion[] {
  return rows.flatMap(({ id, total: _, start, game, gameId, ...row }) =>
    id === null ? [] : [{ ...row, id, preview: previewOf(start), game: gameOf({ game, gameId }) }],
  );
}

function previewOf(start: string): string {
  const characters = [...start];
  const shown = characters
    .slice(0, discussionConstants.previewLength)
    .join('')
    .replace(/\s+/gu, ' ');
  return characters.length > discussionConstants.previewLength ? `${shown.trimEnd()}…` : shown;
}
