import { randomUUID } from 'node:crypto';
import { Pencil } from 'lucide-react';
import { getDiscussion } from '#domain/discussions/get-discussion.ts';
import { listDiscussionComments } from '#domain/discussions/list-discussion-comments.ts';
import { appErrors } from '#shared/errors/app-error.ts';
import { discussionQuery } from '#shared/schemas/discussions.ts';
import { formHeaders } from '#web/lib/actions/form-action.ts';
import { formFailureOf } from '#web/lib/actions/form-failure.ts';
import { pagePath } from '#web/lib/actions/page-path.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { parse, runLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { submitDraft } from '#web/lib/actions/submit-draft.ts';
import { revalidateUnlessFailed } from '#web/lib/actions/submit-to-server.ts';
import { pageHead, screenHead } from '#web/lib/seo/page-head.ts';
import { useLiveRefresh } from '#web/lib/use-live-refresh.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page, PageBack } from '#web/ui/page.tsx';
import { backToDiscussions } from '../components/back-to-discussions.ts';
import {
  DeleteDiscussionButton,
  DeleteDiscussionSection,
} from '../components/delete-discussion.tsx';
import { discussionPath, editPath } from '../components/discussion-address.ts';
import { DiscussionArticle } from '../components/discussion-article.tsx';
import { DiscussionComments } from '../components/discussion-comments.tsx';
import { DiscussionFailure } from '../components/discussion-failure.tsx';
import { SubscribeButton } from '../components/subscribe-button.tsx';
import { actOnDiscussion } from '../discussion-action.ts';
import { discussionData } from '../load-discussion.ts';
import { discussionId } from '../read-discussion-id.ts';
import { redirectToComment, redirectToLatestComment } from '../redirect-to-comment.ts';
import type { Route } from './+types/discussion.ts';

export const handle = { failure: appErrors['discussion-failed'].text };

export async function loader(args: Route.LoaderArgs) {
  return runLoader(args, async (ctx, url) => {
    const id = discussionId(args.params.discussionId);
    const { page, comment, by, edit, delete: asked } = parse(discussionQuery, url.searchParams);
    if (comment !== null) await redirectToComment(ctx, { discussionId: id, commentId: comment });
    if (by !== null) await redirectToLatestComment(ctx, { discussionId: id, username: by });
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
  return submitDraft(args, 'discussion-action-failed', (intent) => said[intent] ?? null);
}

// What was refused mostly means that the page is out of date.
export const shouldRevalidate = revalidateUnlessFailed;

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

/** A discussion with what was said in it. */
export default function Discussion({ loaderData, actionData }: Route.ComponentProps) {
  const { discussion, wanted, missed, ...comments } = loaderData;
  const { id, mayEdit, mayDelete, subscribed } = discussion;
  const failure = formFailureOf(actionData);
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
          {appErrors['comment-gone'].text}
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
