import { editDiscussion } from '#domain/discussions/edit-discussion.ts';
import { getDiscussion } from '#domain/discussions/get-discussion.ts';
import { editDiscussionInput, joinTags } from '#shared/inputs/discussions.ts';
import { isRefusal, refusals } from '#shared/refusals.ts';
import { discussionPath, discussionsRoot } from '../components/discussions/discussion-address.ts';
import { DiscussionFailure } from '../components/discussions/discussion-failure.tsx';
import { DiscussionForm } from '../components/discussions/discussion-form.tsx';
import { draftNames } from '../components/discussions/draft-names.ts';
import { Page, PageHeader } from '../components/page.tsx';
import { discussionId } from '../discussion-id.ts';
import { loadGuarded, parse } from '../door.ts';
import { sendDraft } from '../draft-action.ts';
import { actOnForm, formHeaders } from '../form-action.ts';
import { failureOf } from '../form-failure.ts';
import { screenHead } from '../page-head.ts';
import { rereadUnlessFailed } from '../reach-server.ts';
import { redirect } from '../redirect.ts';
import type { Route } from './+types/discussion-edit.ts';

export const meta: Route.MetaFunction = ({ loaderData }) =>
  screenHead(loaderData ? `Edit ${loaderData.saved.title}` : 'Edit discussion');

export const handle = { failure: refusals['discussion-failed'].text };

export async function loader(args: Route.LoaderArgs) {
  return loadGuarded(args, async (ctx, { username }) => {
    const id = discussionId(args.params.discussionId);
    const { mayEdit, editedAt, game, ...rest } = await getDiscussion(ctx, { discussionId: id });
    // spec 2: others are sent to the list.
    if (!mayEdit) throw redirect(discussionsRoot);
    const { title, content, tags, isPrivate } = rest;
    const saved = { title, content, game: game?.name ?? '', tags, isPrivate };
    const version = editedAt?.toISOString() ?? '';
    return { id, saved, version, draft: draftNames.edit(username, id) };
  });
}

export const headers = formHeaders;

export async function action(args: Route.ActionArgs) {
  return actOnForm(args, 'discussion-not-saved', async (ctx, form) => {
    const id = discussionId(args.params.discussionId);
    const content = parse(editDiscussionInput, joinTags(form, 'tags'));
    try {
      await editDiscussion(ctx, { discussionId: id, ...content });
    } catch (error) {
      if (isRefusal(error) && error.code === 'not-author') throw redirect(discussionsRoot);
      throw error;
    }
    throw redirect(discussionPath(id));
  });
}

export function clientAction(args: Route.ClientActionArgs) {
  // Who is not its author, as after a login in another tab, is sent to the list.
  // What this shares with the screen would be loaded with the checks of inputs.
  const { pathname } = new URL(args.request.url);
  return sendDraft(
    args,
    'discussion-not-saved',
    () => 'Changes saved.',
    (address) => pathname === `${address}/edit`,
  );
}

export const shouldRevalidate = rereadUnlessFailed;

/** Where its author changes a discussion (spec 2). */
export default function EditDiscussion({ loaderData, actionData }: Route.ComponentProps) {
  const { id, saved, version, draft } = loaderData;
  const back = { to: discussionPath(id), label: 'Back to Discussion' };
  return (
    <Page width="article">
      <PageHeader title="Edit discussion" back={back} />
      <DiscussionForm
        key={id}
        saved={saved}
        version={version}
        failure={failureOf(actionData)}
        draft={draft}
        verb="Save Changes"
        back={back}
      />
    </Page>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <DiscussionFailure error={error} />;
}
