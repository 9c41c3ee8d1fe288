import { Pencil } from 'lucide-react';
import { listDiscussionComments } from '#domain/discussions/comments/list-discussion-comments.ts';
import { getDiscussion } from '#domain/discussions/get-discussion.ts';
import { commentErrors } from '#shared/errors/comments.ts';
import { failureTexts } from '#shared/errors/failure-texts.ts';
import { discussionQuery } from '#shared/schemas/discussions.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { formHeaders } from '#web/lib/actions/form-action.ts';
import { useFormError } from '#web/lib/actions/form-error.ts';
import { openPage } from '#web/lib/actions/list-redirects.ts';
import { runLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { submitDraft } from '#web/lib/actions/submit-draft.ts';
import { revalidateUnlessServerError } from '#web/lib/actions/submit-to-server.ts';
import { useLastActionData } from '#web/lib/actions/use-last-action-data.ts';
import { useLiveRefresh } from '#web/lib/live/use-live-refresh.ts';
import { createFormKey, getPageTime } from '#web/lib/rendering-cache/values-of-request.ts';
import { noIndexHead, pageHead } from '#web/lib/seo/page-head.ts';
import { discussionPath, editDiscussionPath } from '#web/paths/discussions.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Page, PageBack } from '#web/ui/page.tsx';
import { backToDiscussions } from '../components/back-to-discussions.ts';
import {
  DeleteDiscussionButton,
  DeleteDiscussionSection,
} from '../components/delete-discussion.tsx';
import { DiscussionArticle } from '../components/discussion-article.tsx';
import { DiscussionComments } from '../components/discussion-comments.tsx';
import { DiscussionFailure } from '../components/discussion-failure.tsx';
import { DiscussionSubscribeButton } from '../components/discussion-subscribe-button.tsx';
import { buildDiscussionData } from '../discussion-structured-data.ts';
import { redirectToComment, redirectToLatestComment } from '../redirect-to-comment.ts';
import { requireDiscussionId } from '../require-discussion-id.ts';
import { runDiscussionAction } from '../run-discussion-action.ts';
import type { Route } from './+types/discussion.ts';

export const handle = { failure: failureTexts['discussion-failed'] };

export async function loader(args: Route.LoaderArgs) {
  return runLoader(args, async (ctx, url) => {
    const id = requireDiscussionId(args.params.discussionId);
    const {
      page,
      comment,
      by,
      edit,
      delete: deleteId,
    } = parseInput(discussionQuery, url.searchParams);
    if (comment !== null) await redirectToComment(ctx, { discussionId: id, commentId: comment });
    if (by !== null) await redirectToLatestComment(ctx, { discussionId: id, username: by });
    const [discussion, list] = await Promise.all([
      getDiscussion(ctx, { discussionId: id }),
      openPage(url, listDiscussionComments(ctx, { discussionId: id, page }), {
        page,
        part: 'comments',
      }),
    ]);
    const { comments } = list;
    return {
      ...list,
      discussion,
      editing: comments.find(({ id, mayEdit }) => id === edit && mayEdit)?.id ?? null,
      deleting: comments.find(({ id, mayDelete }) => id === deleteId && mayDelete !== 'no') ?? null,
      isDeletionRequested: deleteId === id && discussion.mayDelete !== 'no',
      /** Whether the URL is that of a comment that does not exist any more. */
      isCommentMissing: comment !== null,
      now: getPageTime(ctx),
      // A visitor's page has no key, because it is cached and shared.
      formKey: discussion.mayComment ? createFormKey(ctx) : null,
    };
  });
}

export const headers = formHeaders;

export async function action(args: Route.ActionArgs) {
  return runDiscussionAction(args, args.params.discussionId);
}

const successTexts: Record<string, string> = {
  comment: 'Comment posted.',
  'edit-comment': 'Comment saved.',
  'delete-discussion': 'Discussion deleted.',
};

export function clientAction(args: Route.ClientActionArgs) {
  return submitDraft(args, 'discussion-action-failed', (intent) => successTexts[intent] ?? null);
}

// A rejected form mostly means that the page is out of date.
export const shouldRevalidate = revalidateUnlessServerError;

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return noIndexHead('Discussion', matches);
  const { discussion, comments, page } = loaderData;
  const path = discussionPath(discussion.id);
  return pageHead(matches, {
    title: discussion.title,
    page,
    description: discussion.content,
    path: page > 1 ? `${path}?page=${page}` : path,
    index: !discussion.isPrivate && !discussion.hidden,
    ...(!discussion.isPrivate && {
      data: (site) => buildDiscussionData(site, discussion, { comments, page }),
    }),
  });
};

/** A discussion with its comments. */
export default function Discussion({ loaderData, actionData: latestData }: Route.ComponentProps) {
  const actionData = useLastActionData(latestData);
  const { discussion, isDeletionRequested, isCommentMissing, ...comments } = loaderData;
  const { id, mayEdit, mayDelete, subscribed } = discussion;
  const failure = useFormError(actionData);
  const deletion = {
    discussion,
    isRequested: isDeletionRequested,
    failure: failure?.typed.intent === 'delete-discussion' ? failure : null,
  };
  // New comments cause notifications for subscribers, so their page is loaded again as well.
  useLiveRefresh('notices');
  return (
    <Page width="article">
      <PageBack {...backToDiscussions} />
      {isCommentMissing && (
        <Alert tone="failure" className="mb-6">
          {commentErrors['comment-gone'].text}
        </Alert>
      )}
      <DeleteDiscussionSection {...deletion} />
      <DiscussionArticle
        discussion={discussion}
        actions={
          subscribed !== null && (
            <>
              {mayEdit && (
                <ButtonLink to={editDiscussionPath(id)} variant="quiet">
                  <Pencil aria-hidden />
                  Edit Discussion
                </ButtonLink>
              )}
              {!discussion.hidden && (
                <DiscussionSubscribeButton path={discussionPath(id)} subscribed={subscribed} />
              )}
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
