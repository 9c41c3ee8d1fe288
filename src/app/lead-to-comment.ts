import { redirect } from 'react-router';
import type { Ctx } from '#domain/context.ts';
import {
  findCommentPage,
  listDiscussionComments,
} from '#domain/discussions/list-discussion-comments.ts';
import { commentOnPage } from './components/discussions/discussion-address.ts';

/** How far back somebody's latest comment is looked for. */
const pagesBack = 3;

/** Redirects to the page that has the comment by now, if one has. */
export async function leadToComment(
  ctx: Ctx,
  { discussionId, commentId }: { discussionId: string; commentId: string },
): Promise<void> {
  const page = await findCommentPage(ctx, { discussionId, commentId });
  if (page !== null) throw redirect(commentOnPage(discussionId, commentId, page));
}

/** Redirects to the latest comment of `username`, as a notice of it does, if it is among the last. */
export async function leadToLatest(
  ctx: Ctx,
  { discussionId, username }: { discussionId: string; username: string },
): Promise<void> {
  const { pages } = await listDiscussionComments(ctx, { discussionId, page: 1 });
  for (let page = pages; page > Math.max(0, pages - pagesBack); page -= 1) {
    const { comments } = await listDiscussionComments(ctx, { discussionId, page });
    const latest = comments.findLast(({ author }) => author.username === username);
    if (latest) throw redirect(commentOnPage(discussionId, latest.id, page));
  }
}
