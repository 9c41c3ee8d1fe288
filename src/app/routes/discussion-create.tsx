import { randomUUID } from 'node:crypto';
import { createDiscussion } from '#domain/discussions/create-discussion.ts';
import { createDiscussionInput, joinTags } from '#shared/inputs/discussions.ts';
import { discussion as limits } from '#shared/limits.ts';
import { refusals } from '#shared/refusals.ts';
import { ButtonLink } from '../components/button.tsx';
import { backToDiscussions } from '../components/discussions/back-to-discussions.ts';
import { discussionPath } from '../components/discussions/discussion-address.ts';
import { DiscussionForm } from '../components/discussions/discussion-form.tsx';
import { draftNames } from '../components/discussions/draft-names.ts';
import { IdempotencyKey } from '../components/idempotency-key.tsx';
import { Notice } from '../components/notice.tsx';
import { Page, PageHeader } from '../components/page.tsx';
import { loadGuarded, parse } from '../door.ts';
import { sendDraft } from '../draft-action.ts';
import { actOnForm, formHeaders } from '../form-action.ts';
import { failureOf } from '../form-failure.ts';
import { screenHead } from '../page-head.ts';
import { rereadUnlessFailed } from '../reach-server.ts';
import { redirect } from '../redirect.ts';
import type { Route } from './+types/discussion-create.ts';

export const meta: Route.MetaFunction = () => screenHead('Create a discussion');

export const handle = { failure: 'Failed to load the form.' };

export async function loader(args: Route.LoaderArgs) {
  return loadGuarded(args, async (_ctx, { username, role }, url) => {
    // From a game's page.
    const game = (url.searchParams.get('game') ?? '').slice(0, limits.gameMax);
    const key = role === 'guest' ? null : randomUUID();
    return { key, game, draft: draftNames.discussion(username) };
  });
}

export const headers = formHeaders;

export async function action(args: Route.ActionArgs) {
  return actOnForm(args, 'discussion-not-saved', async (ctx, form) => {
    const { id } = await createDiscussion(
      ctx,
      parse(createDiscussionInput, joinTags(form, 'tags')),
    );
    throw redirect(discussionPath(id));
  });
}

export function clientAction(args: Route.ClientActionArgs) {
  return sendDraft(args, 'discussion-not-saved', () => 'Discussion created.');
}

export const shouldRevalidate = rereadUnlessFailed;

/** Where a discussion is begun (spec 2). */
export default function CreateDiscussion({ loaderData, actionData }: Route.ComponentProps) {
  const { key, game, draft } = loaderData;
  return (
    <Page width="article">
      <PageHeader title="Create a discussion" back={backToDiscussions} />
      {key === null ? (
        <Notice
          action={
            <ButtonLink to="/register" size="sm">
              Register account
            </ButtonLink>
          }
        >
          {refusals['guest-not-allowed'].text}
        </Notice>
      ) : (
        <DiscussionForm
          saved={{ title: '', content: '', game, tags: [], isPrivate: false }}
          given={game ? ['game'] : []}
          failure={failureOf(actionData)}
          draft={draft}
          verb="Create Discussion"
          back={backToDiscussions}
        >
          <IdempotencyKey value={key} />
        </DiscussionForm>
      )}
    </Page>
  );
}
