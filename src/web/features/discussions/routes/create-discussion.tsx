import { createDiscussion } from '#domain/discussions/create-discussion.ts';
import { discussionConstants } from '#shared/constants/discussions/discussions.ts';
import { accessErrors } from '#shared/errors/access.ts';
import { cutCharacters } from '#shared/format/texts/characters.ts';
import { createDiscussionInput, joinTags } from '#shared/schemas/discussions.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { RegisterButton } from '#web/features/accounts/public.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { useFormError } from '#web/lib/actions/form-error.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { submitDraft } from '#web/lib/actions/submit-draft.ts';
import { revalidateUnlessServerError } from '#web/lib/actions/submit-to-server.ts';
import { useLastActionData } from '#web/lib/actions/use-last-action-data.ts';
import { IdempotencyKey } from '#web/lib/idempotency-key.tsx';
import { createFormKey } from '#web/lib/rendering-cache/values-of-request.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { discussionPath } from '#web/paths/discussions.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { backToDiscussions } from '../components/back-to-discussions.ts';
import { discussionDraftNames } from '../components/discussion-draft-names.ts';
import { DiscussionForm } from '../components/discussion-form.tsx';
import type { Route } from './+types/create-discussion.ts';

export const meta: Route.MetaFunction = ({ matches }) =>
  noIndexHead('Create a discussion', matches);

export const handle = { failure: 'Failed to load the form.' };

export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx, { username, role }, url) => {
    // A link on the page of a game sets the game.
    const game = cutCharacters(url.searchParams.get('game') ?? '', discussionConstants.gameMax);
    const key = role === 'guest' ? null : createFormKey(ctx);
    return { key, game, draft: discussionDraftNames.discussion(username) };
  });
}

export const headers = formHeaders;

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'discussion-not-saved', async (ctx, form) => {
    const { id } = await createDiscussion(
      ctx,
      parseInput(createDiscussionInput, joinTags(form, 'tags')),
    );
    throw redirect(discussionPath(id));
  });
}

export function clientAction(args: Route.ClientActionArgs) {
  return submitDraft(args, 'discussion-not-saved', () => 'Discussion created.');
}

export const shouldRevalidate = revalidateUnlessServerError;

/** The page that creates a discussion. */
export default function CreateDiscussion({
  loaderData,
  actionData: latestData,
}: Route.ComponentProps) {
  const actionData = useLastActionData(latestData);
  const failure = useFormError(actionData);
  const { key, game, draft } = loaderData;
  return (
    <Page width="article">
      <PageHeader title="Create a discussion" back={backToDiscussions} />
      {key === null ? (
        <Alert action={<RegisterButton size="sm">Register account</RegisterButton>}>
          {accessErrors['guest-not-allowed'].text}
        </Alert>
      ) : (
        <DiscussionForm
          saved={{ title: '', content: '', game, tags: [], isPrivate: false }}
          fixedInputs={game ? ['game'] : []}
          failure={failure}
          draft={draft}
          submitLabel="Create Discussion"
          back={backToDiscussions}
        >
          <IdempotencyKey value={key} />
        </DiscussionForm>
      )}
    </Page>
  );
}
