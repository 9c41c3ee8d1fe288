import { randomUUID } from 'node:crypto';
import { Pencil } from 'lucide-react';
import { getDiscussion } from '#domain/discussions/get-discussion.ts';
import { listDiscussionComments } from '#domain/discussions/list-discussion-comments.ts';
import { discussionQuery } from '#shared/inputs/discussions.ts';
import { refusals } from '#shared/refusals.ts';
import { ButtonLink } from '../components/button.tsx';
import { backToDiscussions } from '../components/discussions/back-to-discussions.ts';
import {
  DeleteDiscussionButton,
  DeleteDiscussionSection,
} from '../components/discussions/delete-discussion.tsx';
import { discussionPath, editPath } from '../components/discussions/discussion-address.ts';
import { DiscussionArticle } from '../components/discussions/discussion-article.tsx';
import { DiscussionComments } from '../components/discussions/discussion-comments.tsx';
import { DiscussionFailure } from '../components/discussions/discussion-failure.tsx';
import { SubscribeButton } from '../components/discussions/subscribe-button.tsx';
import { Notice } from '../components/notice.tsx';
import { Page, PageBack } from '../components/page.tsx';
import { useLiveRefresh } from '../components/use-live-refresh.ts';
import { actOnDiscussion } from '../discussion-action.ts';
import { discussionData } from '../discussion-data.ts';
import { discussionId } from '../discussion-id.ts';
import { load, parse } from '../door.ts';
import { sendDraft } from '../draft-action.ts';
import { formHeaders } from '../form-action.ts';
import { failureOf } from '../form-failure.ts';
import { leadToComment, leadToLatest } from '../lead-to-comment.ts';
import { pageHead, screenHead } from '../page-head.ts';
import { pagePath } from '../page-path.ts';
import { rereadUnlessFailed } from '../reach-server.ts';
import { redirect } from '../redirect.ts';
import type { Route } from './+types/discussion.ts';

export const handle = { failure: refusals['discussion-failed'].text };

export async function loader(args: Route.LoaderArgs) {
  return load(args, async (ctx, url) => {
    const id = discussionId(args.params.discussionId);
    const { page, comment, by, edit, delete: asked } = parse(discussionQuery, url.searchParams);
    if (comment !== null) await leadToComment(ctx, { discussionId: id, commentId: comment });
    if (by !== null) await leadToLatest(ctx, { discussionId: id, username: by });
    const [discussion, list] = await Promise.all([
      getDiscussion(ctx, { discussionId: id }),
      listDiscussionComments(ctx, { discussionId: id, page }),
    ]);
    if (page > list.pages) throw redirect(`${pagePath(url, list.pages)}#comments`);
    const comments = list.comments.map(({ mayDelete, ...one }) => ({
      ...one,
      deletable: mayDelete,
    }));
    return {
      ...list,
      discussion,
      comments,
      editing: comments.find((one) => one.id === edit && one.mayEdit)?.id ?? null,
      deleting: comments.find((one) => one.id === asked && one.deletable !== 'no') ?? null,
      wanted: asked === id && discussion.mayDelete !== 'no',
      /** The address was of a comment that is not there any more. */
      missed: comment !== null,
      now: ctx.clock.now(),
      // A visitor's page has no key, so that it can be shared.
      formKey: discussion.mayComment ? randomUUID() : null,
    };
  });
}

export const headers = formHeaders;

export async function action(args: Route.ActionArgs) {
  return actOnDiscussion(args, args.params.discussionId);
}

const said: Record<string, string> = {
  comment: 'Comment posted.',
  'edit-comment': 'Comment saved.',
  'delete-discussion': 'Discussion deleted.',
};

export function clientAction(args: Route.ClientActionArgs) {
  return sendDraft(args, 'discussion-action-failed', (intent) => said[intent] ?? null);
}

// What was refused mostly means that the page is out of date.
export const shouldRevalidate = rereadUnlessFailed;

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return screenHead('Discussion');
  const { discussion, comments, page } = loaderData;
  const path = discussionPath(discussion.id);
  return pageHead(matches, {
    title: discussion.title,
    page,
    description: discussion.content,
    path: page > 1 ? `${path}?page=${page}` : path,
    index: !discussion.isPrivate,
    ...(!discussion.isPrivate && {
      data: (site) => discussionData(site, discussion, { comments, page }),
    }),
  });
};

/** A discussion with what was said in it (spec 2). */
export default function Discussion({ loaderData, actionData }: Route.ComponentProps) {
  const { discussion, wanted, missed, ...comments } = loaderData;
  const { id, mayEdit, mayDelete, subscribed } = discussion;
  const failure = failureOf(actionData);
  const deletion = {
    discussion,
    wanted,
    failure: failure?.typed.intent === 'delete-discussion' ? failure : null,
  };
  // Whoever is told of new comments sees them here, too.
  useLiveRefresh('notices');
  return (
    <Page width="article">
      <PageBack {...backToDiscussions} />
      {missed && (
        <Notice tone="failure" className="mb-6">
          {refusals['comment-gone'].text}
        </Notice>
      )}
      <DeleteDiscussionSection {...deletion} />
      <DiscussionArticle
        discussion={discussion}
        actions={
          subscribed !== null && (
            <>
              {mayEdit && (
                <ButtonLink to={editPath(id)} variant="quiet">
                  <Pencil aria-hidden />
                  Edit Discussion
                </ButtonLink>
              )}
              <SubscribeButton path={discussionPath(id)} subscribed={subscribed} />
              {mayDelete !== 'no' && <DeleteDiscussionButton {...deletion} />}
            </>
          )
        }
      />
      <DiscussionComments
        {...comments}
        discussion={discussion}
        failure={deletion.failure ? null : failure}
      />
    </Page>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <DiscussionFailure error={error} />;
}
