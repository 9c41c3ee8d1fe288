import type { Comment } from '#web/features/comments/components/comment.ts';

/** A comment in a discussion, as its reader sees it. */
export interface DiscussionComment extends Comment {
  /** When its author changed it last; null for never. */
  editedAt: Date | null;
  /** The reader may change it. */
  mayEdit: boolean;
}
