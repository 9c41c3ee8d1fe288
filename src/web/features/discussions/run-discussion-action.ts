import type { Ctx } from '#domain/context.ts';
import { deleteDiscussionComment } from '#domain/discussions/comments/delete-discussion-comment.ts';
import { editDiscussionComment } from '#domain/discussions/comments/edit-discussion-comment.ts';
import { findCommentPage } from '#domain/discussions/comments/find-comment-page.ts';
import { postDiscussionComment } from '#domain/discussions/comments/post-discussion-comment.ts';
import { deleteDiscussion } from '#domain/discussions/delete-discussion.ts';
import {
  subscribeToDiscussion,
  unsubscribeFromDiscussion,
} from '#domain/discussions/subscribe-to-discussion.ts';
import { deleteThing } from '#domain/moderation/deleting/delete-thing.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { commentIdInput } from '#shared/schemas/comments.ts';
import {
  editDiscussionCommentInput,
  postDiscussionCommentInput,
} from '#shared/schemas/discussions.ts';
import { deleteCommentInput, restoreInput } from '#shared/schemas/moderation/moderation.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { runFormAction } from '#web/lib/actions/form-action.ts';
import { isWithoutScript } from '#web/lib/actions/is-without-script.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { commentOnPagePath, discussionPath, discussionsRoot } from '#web/paths/discussions.ts';
import { requireDiscussionId } from './require-discussion-id.ts';

/** Runs a form of the page of a discussion. After a comment it redirects to the page that contains it. */
export async function runDiscussionAction(
  args: Parameters<typeof runFormAction>[0],
  idText: string | undefined,
) {
  return runFormAction(args, 'discussion-action-failed', async (ctx, form) => {
    const id = requireDiscussionId(idText);
    const result = await runIntent(ctx, form, id);
    // Without scripts the browser shows the answer as a page. A reload must not send the form again.
    if (isWithoutScript(args.request))
      throw redirect(`${discussionPath(id)}${pageOf(args.request)}`);
    return result;
  });
}

function pageOf({ url }: Request): string {
  const page = new URL(url).searchParams.get('page');
  return page === null ? '' : `?page=${encodeURIComponent(page)}`;
}

interface ActionResult {
  deleted?: string;
  subscribed?: boolean;
}

async function runIntent(ctx: Ctx, form: FormData, id: string): Promise<ActionResult> {
  switch (form.get('intent')) {
    case 'comment': {
      const comment = parseInput(postDiscussionCommentInput, form);
      const { id: commentId } = await postDiscussionComment(ctx, { discussionId: id, ...comment });
      return redirectToPageOf(ctx, id, commentId);
    }
    case 'edit-comment': {
      const comment = parseInput(editDiscussionCommentInput, form);
      await editDiscussionComment(ctx, comment);
      return redirectToPageOf(ctx, id, comment.commentId);
    }
    case 'delete-comment':
      return { deleted: await deleteComment(ctx, form) };
    case 'subscribe':
      await subscribeToDiscussion(ctx, { discussionId: id });
      return { subscribed: true };
    case 'unsubscribe':
      await unsubscribeFromDiscussion(ctx, { discussionId: id });
      return { subscribed: false };
    case 'delete-discussion':
      if (form.has('reason')) {
        const { reason } = parseInput(restoreInput, form);
        await deleteThing(ctx, { kind: 'discussion', thing: id, reason });
      } else await deleteDiscussion(ctx, { discussionId: id });
      throw redirect(discussionsRoot);
    default:
      throw new AppError('bad-input');
  }
}

async function deleteComment(ctx: Ctx, form: FormData): Promise<string> {
  if (form.has('reason')) {
    const { commentId, reason } = parseInput(deleteCommentInput, form);
    await deleteThing(ctx, { kind: 'discussion-comment', thing: commentId, reason });
    return commentId;
  }
  const { commentId } = parseInput(commentIdInput, form);
  await deleteDiscussionComment(ctx, { commentId });
  return commentId;
}

/** Redirects to the page that contains the comment. */
async function redirectToPageOf(ctx: Ctx, id: string, commentId: string): Promise<never> {
  const page = await findCommentPage(ctx, { discussionId: id, commentId });
  throw redirect(page === null ? discussionPath(id) : commentOnPagePath(id, commentId, page));
}
