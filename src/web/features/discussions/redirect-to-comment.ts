import type { Ctx } from '#domain/context.ts';
import { findCommentOf, findCommentPage } from '#domain/discussions/find-comment-page.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { commentOnPage } from './components/discussion-address.ts';

/** Redirects to the page that has the comment by now, if one has. */
export async function redirectToComment(
  ctx: Ctx,
  { discussionId, commentId }: { discussionId: string; commentId: string },
): Promise<void> {
  const page = await findCommentPage(ctx, { discussionId, commentId });
  if (page !== null) throw redirect(commentOnPage(discussionId, commentId, page));
}

/** Redirects to the latest comment of `username`, as a notice of it does, if there is one. */
export async function redirectToLatestComment(
  ctx: Ctx,
  { discussionId, username }: { discussionId: string; username: string },
): Promise<void> {
  const latest = await findCommentOf(ctx, { discussionId, username });
  if (latest) throw redirect(commentOnPage(discussionId, latest.id, latest.page));
}
