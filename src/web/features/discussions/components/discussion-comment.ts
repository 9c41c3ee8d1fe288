import type { Comment } from '#web/features/comments/public.ts';

/** A comment in a discussion with the rights of its reader. */
export interface DiscussionComment extends Comment {
  /** The time of the last edit; null without one. */
  editedAt: Date | null;
  /** Whether the reader may edit it. */
  mayEdit: boolean;
}
