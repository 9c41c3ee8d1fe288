import type { Ctx } from '#domain/context.ts';
import {
  findCommentPage,
  findLatestCommentOf,
} from '#domain/discussions/comments/find-comment-page.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { commentOnPagePath } from '#web/paths/discussions.ts';

/** Redirects to the page that contains the comment now; does nothing if the comment is not there. */
export async function redirectToComment(
  ctx: Ctx,
  { discussionId, commentId }: { discussionId: string; commentId: string },
): Promise<void> {
  const page = await findCommentPage(ctx, { discussionId, commentId });
  if (page !== null) throw redirect(commentOnPagePath(discussionId, commentId, page));
}

/** Redirects to the latest comment of `username`, as a notification does; does nothing without one. */
export async function redirectToLatestComment(
  ctx: Ctx,
  { discussionId, username }: { discussionId: string; username: string },
): Promise<void> {
  const latest = await findLatestCommentOf(ctx, { discussionId, username });
  if (latest) throw redirect(commentOnPagePath(discussionId, latest.id, latest.page));
}
