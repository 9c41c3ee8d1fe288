import type { DiscussionTag } from '#shared/constants/discussion-tags.ts';
import type { Role } from '#shared/constants/roles.ts';
import type { Comment } from '#web/features/comments/components/comment.ts';

/** What a discussion is about: the name as typed, and the catalogue's id where it has the game. */
export interface AboutGame {
  id: number | null;
  name: string;
}

/** What lists and pages of discussions show. */
interface Shown {
  id: string;
  title: string;
  game: AboutGame | null;
  tags: DiscussionTag[];
  isPrivate: boolean;
  /** How many comments it has. */
  comments: number;
  createdAt: Date;
  author: { username: string; profilePic: string; role: Role };
}

/** A discussion as a list shows it. */
export interface ListedDiscussion extends Shown {
  /** The beginning of its content. */
  preview: string;
  /** Of its last comment; of itself, without one. */
  lastActivityAt: Date;
}

/** A discussion as its reader sees it. */
export interface ShownDiscussion extends Shown {
  content: string;
  /** Null while it is as it was written. */
  editedAt: Date | null;
  mayEdit: boolean;
  mayDelete: Comment['deletable'];
  mayComment: boolean;
  /** Whether the reader is told of new comments; null for a visitor. */
  subscribed: boolean | null;
}
