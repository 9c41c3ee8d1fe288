import { editDiscussion } from '#domain/discussions/edit-discussion.ts';
import { getDiscussion } from '#domain/discussions/get-discussion.ts';
import { logRefusedPermission } from '#domain/permissions/refused-permissions.ts';
import { isAppError } from '#shared/errors/app-error.ts';
import { failureTexts } from '#shared/errors/failure-texts.ts';
import { editDiscussionInput, joinTags } from '#shared/schemas/discussions.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { useFormError } from '#web/lib/actions/form-error.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { submitDraft } from '#web/lib/actions/submit-draft.ts';
import { revalidateUnlessServerError } from '#web/lib/actions/submit-to-server.ts';
import { useLastActionData } from '#web/lib/actions/use-last-action-data.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { discussionPath, discussionsRoot } from '#web/paths/discussions.ts';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { discussionDraftNames } from '../components/discussion-draft-names.ts';
import { DiscussionFailure } from '../components/discussion-failure.tsx';
import { DiscussionForm } from '../components/discussion-form.tsx';
import { requireDiscussionId } from '../require-discussion-id.ts';
import type { Route } from './+types/edit-discussion.ts';

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  noIndexHead(loaderData ? `Edit ${loaderData.saved.title}` : 'Edit discussion', matches);

export const handle = { failure: failureTexts['discussion-failed'] };

export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx, { username }) => {
    const id = requireDiscussionId(args.params.discussionId);
    const { mayEdit, editedAt, game, ...rest } = await getDiscussion(ctx, { discussionId: id });
    // Other accounts are redirected to the list.
    if (!mayEdit) throw redirect(discussionsRoot);
    const { title, content, tags, isPrivate } = rest;
    const saved = { title, content, game: game?.name ?? '', tags, isPrivate };
    const version = editedAt?.toISOString() ?? '';
    return { id, saved, version, draft: discussionDraftNames.edit(username, id) };
  });
}

export const headers = formHeaders;

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'discussion-not-saved', async (ctx, form) => {
    const id = requireDiscussionId(args.params.discussionId);
    const content = parseInput(editDiscussionInput, joinTags(form, 'tags'));
    try {
      await editDiscussion(ctx, { discussionId: id, ...content });
    } catch (error) {
      logRefusedPermission(ctx, error);
      if (isAppError(error) && error.code === 'not-author') throw redirect(discussionsRoot);
      throw error;
    }
    throw redirect(discussionPath(id));
  });
}

export function clientAction(args: Route.ClientActionArgs) {
  // Only a redirect to the discussion means success. Others are sent to the list, for example after a login in
  // another tab. The path is derived here, because an import would load the validation library in the browser.
  const { pathname } = new URL(args.request.url);
  return submitDraft(
    args,
    'discussion-not-saved',
    () => 'Changes saved.',
    (path) => pathname === `${path}/edit`,
  );
}

export const shouldRevalidate = revalidateUnlessServerError;

/** The page with which authors edit their discussion. */
export default function EditDiscussion({
  loaderData,
  actionData: latestData,
}: Route.ComponentProps) {
  const actionData = useLastActionData(latestData);
  const failure = useFormError(actionData);
  const { id, saved, version, draft } = loaderData;
  const back = { to: discussionPath(id), label: 'Back to Discussion' };
  return (
    <Page width="article">
      <PageHeader title="Edit discussion" back={back} />
      <DiscussionForm
        key={id}
        saved={saved}
        version={version}
        failure={failure}
        draft={draft}
        submitLabel="Save Changes"
        back={back}
      />
    </Page>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <DiscussionFailure error={error} />;
}
