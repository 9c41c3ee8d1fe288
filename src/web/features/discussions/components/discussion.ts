import type { DiscussionTag } from '#shared/constants/discussion-tags.ts';
import type { Role } from '#shared/constants/roles.ts';
import type { Comment } from '#web/features/comments/public.ts';

/** The game that a discussion is about: the typed name, and the catalog's id if it has the game. */
export interface AboutGame {
  id: number | null;
  name: string;
}

/** What both lists and pages of discussions show. */
interface DiscussionSummary {
  id: string;
  title: string;
  game: AboutGame | null;
  tags: DiscussionTag[];
  isPrivate: boolean;
  /** The number of comments. */
  comments: number;
  createdAt: Date;
  author: { username: string; profilePic: string; role: Role };
}

/** A discussion in a list. */
export interface ListedDiscussion extends DiscussionSummary {
  /** The beginning of its content. */
  preview: string;
  /** The time of the last comment; without comments that of the discussion. */
  lastActivityAt: Date;
}

/** A discussion with the rights of its reader. */
export interface ShownDiscussion extends DiscussionSummary {
  content: string;
  /** The time of the last edit; null without one. */
  editedAt: Date | null;
  mayEdit: boolean;
  mayDelete: Comment['deletable'];
  mayComment: boolean;
  /** Whether the reader is notified of new comments; null for a visitor. */
  subscribed: boolean | null;
}
