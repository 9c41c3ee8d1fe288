import type { Ctx } from '#domain/context.ts';
import { deleteDiscussion } from '#domain/discussions/delete-discussion.ts';
import { deleteDiscussionComment } from '#domain/discussions/delete-discussion-comment.ts';
import { editDiscussionComment } from '#domain/discussions/edit-discussion-comment.ts';
import { findCommentPage } from '#domain/discussions/find-comment-page.ts';
import { postDiscussionComment } from '#domain/discussions/post-discussion-comment.ts';
import { subscribe, unsubscribe } from '#domain/discussions/subscribe.ts';
import { deleteDiscussionAsModerator } from '#domain/moderation/delete-discussion.ts';
import { deleteDiscussionCommentAsModerator } from '#domain/moderation/delete-discussion-comment.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { commentIdInput } from '#shared/schemas/comments.ts';
import {
  editDiscussionCommentInput,
  postDiscussionCommentInput,
} from '#shared/schemas/discussions.ts';
import { deleteCommentInput, restoreInput } from '#shared/schemas/moderation.ts';
import { runFormAction } from '#web/lib/actions/form-action.ts';
import { isWithoutScript } from '#web/lib/actions/is-without-script.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { parse } from '#web/lib/actions/run-loader-or-action.ts';
import { commentOnPage, discussionPath, discussionsRoot } from './components/discussion-address.ts';
import { discussionId } from './read-discussion-id.ts';

/** Runs a form of the page of a discussion. What makes another page of it leads on to that. */
export async function actOnDiscussion(
  args: Parameters<typeof runFormAction>[0],
  named: string | undefined,
) {
  return runFormAction(args, 'discussion-action-failed', async (ctx, form) => {
    const id = discussionId(named);
    const answer = await act(ctx, form, id);
    // The browser itself sent the form: sent again by a reload, it should only be read.
    if (isWithoutScript(args.request))
      throw redirect(`${discussionPath(id)}${pageOf(args.request)}`);
    return answer;
  });
}

function pageOf({ url }: Request): string {
  const page = new URL(url).searchParams.get('page');
  return page === null ? '' : `?page=${encodeURIComponent(page)}`;
}

interface Answer {
  deleted?: string;
  subscribed?: boolean;
}

async function act(ctx: Ctx, form: FormData, id: string): Promise<Answer> {
  switch (form.get('intent')) {
    case 'comment': {
      const comment = parse(postDiscussionCommentInput, form);
      const { id: commentId } = await postDiscussionComment(ctx, { discussionId: id, ...comment });
      return leadTo(ctx, id, commentId);
    }
    case 'edit-comment': {
      const comment = parse(editDiscussionCommentInput, form);
      await editDiscussionComment(ctx, comment);
      return leadTo(ctx, id, comment.commentId);
    }
    case 'delete-comment':
      return { deleted: await deleteComment(ctx, form) };
    case 'subscribe':
      await subscribe(ctx, { discussionId: id });
      return { subscribed: true };
    case 'unsubscribe':
      await unsubscribe(ctx, { discussionId: id });
      return { subscribed: false };
    case 'delete-discussion':
      if (form.has('reason')) {
        const { reason } = parse(restoreInput, form);
        await deleteDiscussionAsModerator(ctx, { discussionId: id, reason });
      } else await deleteDiscussion(ctx, { discussionId: id });
      throw redirect(discussionsRoot);
    default:
      throw new AppError('bad-input');
  }
}

async function deleteComment(ctx: Ctx, form: FormData): Promise<string> {
  if (form.has('reason')) {
    const { commentId, reason } = parse(deleteCommentInput, form);
    await deleteDiscussionCommentAsModerator(ctx, { commentId, reason });
    return commentId;
  }
  const { commentId } = parse(commentIdInput, form);
  await deleteDiscussionComment(ctx, { commentId });
  return commentId;
}

/** Redirects to the comment, on the page that has it. */
async function leadTo(ctx: Ctx, id: string, commentId: string): Promise<never> {
  const page = await findCommentPage(ctx, { discussionId: id, commentId });
  throw redirect(page === null ? discussionPath(id) : commentOnPage(id, commentId, page));
}
