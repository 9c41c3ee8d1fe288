import { countPages } from '#domain/lib/page-count.ts';
import type { DiscussionTag } from '#shared/constants/discussions/discussion-tags.ts';
import { discussionConstants } from '#shared/constants/discussions/discussions.ts';
import type { Author } from '../author-columns.ts';
import { type DiscussedGame, toDiscussedGame } from '../discussed-game.ts';
import type { DiscussionRow } from './discussion-list-row.ts';

/** A discussion as lists show it. */
export interface ListedDiscussion {
  id: string;
  title: string;
  /** The first 30 characters of the content, with an ellipsis when there are more. */
  preview: string;
  game: DiscussedGame | null;
  tags: DiscussionTag[];
  isPrivate: boolean;
  author: Author;
  /** The number of comments. */
  comments: number;
  createdAt: Date;
  /** The time of the last comment; of the discussion when it has no comments. */
  lastActivityAt: Date;
}

export interface DiscussionsPage {
  discussions: ListedDiscussion[];
  /** The number of matches, counted up to a limit. */
  total: number;
  /** Whether there are more matches than `total`. */
  more: boolean;
  /** The number of pages that can be opened, at least one. */
  pages: number;
}

interface PageCounts {
  /** Discussions per page; there can be more rows. */
  perPage: number;
  total: number;
  more: boolean;
  /** The number of matches that can be paged through, when not all. */
  reachable?: number;
}

/** Makes a page of the list from rows. */
export function toDiscussionsPage(
  rows: DiscussionRow[],
  { perPage, total, more, reachable = total }: PageCounts,
): DiscussionsPage {
  return {
    discussions: toListed(rows.slice(0, perPage)),
    total,
    more,
    pages: countPages(reachable, perPage),
  };
}

function toListed(rows: DiscussionRow[]): ListedDiscussion[] {
  return rows.flatMap(({ total: _, ...row }) => {
    if (row.id === null) return [];
    const { start, game, gameId, ...discussion } = row;
    return [{ ...discussion, preview: toPreview(start), game: toDiscussedGame({ game, gameId }) }];
  });
}

function toPreview(start: string): string {
  const characters = [...start];
  const preview = characters
    .slice(0, discussionConstants.previewLength)
    .join('')
    .replace(/\s+/gu, ' ');
  return characters.length > discussionConstants.previewLength ? `${preview.trimEnd()}…` : preview;
}
