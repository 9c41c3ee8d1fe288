import { deleteProfileComment } from '#domain/comments/delete-profile-comment.ts';
import type { CommentRestriction } from '#domain/comments/get-comment-restriction.ts';
import { listProfileComments } from '#domain/comments/list-profile-comments.ts';
import { postProfileComment } from '#domain/comments/post-profile-comment.ts';
import type { Ctx } from '#domain/context.ts';
import { deleteThing } from '#domain/moderation/deleting/delete-thing.ts';
import { commentIdInput, commentsQuery, postCommentInput } from '#shared/schemas/comments.ts';
import { deleteCommentInput } from '#shared/schemas/moderation/moderation.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { runFormAction } from '#web/lib/actions/form-action.ts';
import { isWithoutScript } from '#web/lib/actions/is-without-script.ts';
import { openPage } from '#web/lib/actions/list-redirects.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { createFormKey, getPageTime } from '#web/lib/rendering-cache/values-of-request.ts';

type Args = Parameters<typeof runFormAction>[0];

/** Loads the comments of a profile for this URL. `restriction` is why the actor cannot write one. */
export async function loadProfileComments(
  ctx: Ctx,
  url: URL,
  { profileId, restriction }: { profileId: string; restriction: CommentRestriction },
) {
  const { page, delete: deleteId } = parseInput(commentsQuery, url.searchParams);
  const list = await openPage(url, listProfileComments(ctx, { profileId, page }), {
    page,
    part: 'comments',
  });
  const toDelete = list.comments.find(({ id, deletable }) => id === deleteId && deletable !== 'no');
  return {
    ...list,
    restriction,
    toDelete: toDelete ?? null,
    now: getPageTime(ctx),
    formKey: restriction === null ? createFormKey(ctx) : null,
  };
}

/** Runs a form about comments on the profile of `username`. */
export async function runCommentAction(args: Args, username: (ctx: Ctx) => string) {
  return runFormAction(args, 'comment-failed', async (ctx, form) => {
    const result = await runIntent(ctx, form, username(ctx));
    // Without scripts the browser shows the answer as a page. A reload must not send the form again.
    if (isWithoutScript(args.request)) {
      const { pathname, searchParams } = new URL(args.request.url);
      searchParams.delete('delete');
      throw redirect(`${pathname}${searchParams.size > 0 ? `?${searchParams}` : ''}#comments`);
    }
    return result;
  });
}

async function runIntent(ctx: Ctx, form: FormData, username: string) {
  if (form.get('intent') !== 'delete-comment') {
    const { text, key } = parseInput(postCommentInput, form);
    return { posted: (await postProfileComment(ctx, { username, text, key })).id };
  }
  if (form.has('reason')) {
    const { commentId, reason } = parseInput(deleteCommentInput, form);
    await deleteThing(ctx, { kind: 'profile-comment', thing: commentId, reason });
    return { deleted: commentId };
  }
  const { commentId } = parseInput(commentIdInput, form);
  await deleteProfileComment(ctx, { commentId });
  return { deleted: commentId };
}
