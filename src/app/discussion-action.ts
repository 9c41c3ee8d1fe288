import type { Ctx } from '#domain/context.ts';
import { deleteDiscussion } from '#domain/discussions/delete-discussion.ts';
import { deleteDiscussionComment } from '#domain/discussions/delete-discussion-comment.ts';
import { editDiscussionComment } from '#domain/discussions/edit-discussion-comment.ts';
import { findCommentPage } from '#domain/discussions/find-comment.ts';
import { postDiscussionComment } from '#domain/discussions/post-discussion-comment.ts';
import { subscribe, unsubscribe } from '#domain/discussions/subscribe.ts';
import { deleteDiscussionAsModerator } from '#domain/moderation/delete-discussion.ts';
import { deleteDiscussionCommentAsModerator } from '#domain/moderation/delete-discussion-comment.ts';
import { commentIdInput } from '#shared/inputs/comments.ts';
import {
  editDiscussionCommentInput,
  postDiscussionCommentInput,
} from '#shared/inputs/discussions.ts';
import { deleteCommentInput, restoreInput } from '#shared/inputs/moderation.ts';
import { Refusal } from '#shared/refusals.ts';
import {
  commentOnPage,
  discussionPath,
  discussionsRoot,
} from './components/discussions/discussion-address.ts';
import { discussionId } from './discussion-id.ts';
import { parse } from './door.ts';
import { actOnForm } from './form-action.ts';
import { redirect } from './redirect.ts';
import { isWithoutScript } from './without-script.ts';

/** Runs a form of the page of a discussion. What makes another page of it leads on to that. */
export async function actOnDiscussion(
  args: Parameters<typeof actOnForm>[0],
  named: string | undefined,
) {
  return actOnForm(args, 'discussion-action-failed', async (ctx, form) => {
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
      throw new Refusal('bad-input');
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
