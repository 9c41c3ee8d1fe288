import { randomUUID } from 'node:crypto';
import { deleteProfileComment } from '#domain/comments/delete-profile-comment.ts';
import { getCommentBarrier } from '#domain/comments/get-comment-barrier.ts';
import { listProfileComments } from '#domain/comments/list-profile-comments.ts';
import { postProfileComment } from '#domain/comments/post-profile-comment.ts';
import type { Ctx } from '#domain/context.ts';
import { deleteCommentAsModerator } from '#domain/moderation/delete-comment.ts';
import { commentIdInput, commentsQuery, postCommentInput } from '#shared/schemas/comments.ts';
import { deleteCommentInput } from '#shared/schemas/moderation.ts';
import { runFormAction } from '#web/lib/actions/form-action.ts';
import { isWithoutScript } from '#web/lib/actions/is-without-script.ts';
import { pagePath } from '#web/lib/actions/page-path.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { parse } from '#web/lib/actions/run-loader-or-action.ts';

type Args = Parameters<typeof runFormAction>[0];

/** What a profile shows of its comments, at this address. */
export async function loadProfileComments(
  ctx: Ctx,
  profile: { id: string; suspended: boolean },
  url: URL,
) {
  const { page, delete: asked } = parse(commentsQuery, url.searchParams);
  const [list, bar] = await Promise.all([
    listProfileComments(ctx, { profileId: profile.id, page }),
    getCommentBarrier(ctx, profile),
  ]);
  if (page > list.pages) throw redirect(`${pagePath(url, list.pages)}#comments`);
  const wanted = list.comments.find(({ id, deletable }) => id === asked && deletable !== 'no');
  return {
    ...list,
    bar,
    wanted: wanted ?? null,
    now: ctx.clock.now(),
    formKey: bar === null ? randomUUID() : null,
  };
}

/** Runs a form about the comments on the profile of `username`. */
export async function runCommentAction(args: Args, username: (ctx: Ctx) => string) {
  return runFormAction(args, 'comment-failed', async (ctx, form) => {
    const answer = await act(ctx, form, username(ctx));
    // The browser itself sent the form: sent again by a reload, it should only be read.
    if (isWithoutScript(args.request)) {
      const { pathname, searchParams } = new URL(args.request.url);
      searchParams.delete('delete');
      throw redirect(`${pathname}${searchParams.size > 0 ? `?${searchParams}` : ''}#comments`);
    }
    return answer;
  });
}

async function act(ctx: Ctx, form: FormData, username: string) {
  if (form.get('intent') !== 'delete-comment') {
    const { text, key } = parse(postCommentInput, form);
    return { posted: (await postProfileComment(ctx, { username, text, key })).id };
  }
  if (form.has('reason')) {
    const { commentId, reason } = parse(deleteCommentInput, form);
    await deleteCommentAsModerator(ctx, { commentId, reason });
    return { deleted: commentId };
  }
  const { commentId } = parse(commentIdInput, form);
  await deleteProfileComment(ctx, { commentId });
  return { deleted: commentId };
}
