import { randomUUID } from 'node:crypto';
import { deleteProfileComment } from '#domain/comments/delete-profile-comment.ts';
import { getCommentBar } from '#domain/comments/get-comment-bar.ts';
import { listProfileComments } from '#domain/comments/list-profile-comments.ts';
import { postProfileComment } from '#domain/comments/post-profile-comment.ts';
import type { Ctx } from '#domain/context.ts';
import { deleteCommentAsModerator } from '#domain/moderation/delete-comment.ts';
import { commentIdInput, commentsQuery, postCommentInput } from '#shared/inputs/comments.ts';
import { deleteCommentInput } from '#shared/inputs/moderation.ts';
import { parse } from './door.ts';
import { actOnForm } from './form-action.ts';
import { pagePath } from './page-path.ts';
import { redirect } from './redirect.ts';
import { isWithoutScript } from './without-script.ts';

type Args = Parameters<typeof actOnForm>[0];

/** What a profile shows of its comments, at this address. */
export async function readComments(
  ctx: Ctx,
  profile: { id: string; suspended: boolean },
  url: URL,
) {
  const { page, delete: asked } = parse(commentsQuery, url.searchParams);
  const [list, bar] = await Promise.all([
    listProfileComments(ctx, { profileId: profile.id, page }),
    getCommentBar(ctx, profile),
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
export async function actOnComments(args: Args, username: (ctx: Ctx) => string) {
  return actOnForm(args, 'comment-failed', async (ctx, form) => {
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
