import { getHideableThing } from '#domain/moderation/hiding/get-hideable-thing.ts';
import { hideThing } from '#domain/moderation/hiding/hide-thing.ts';
import { undoAct } from '#domain/moderation/undoing/undo-act.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { resolveWithinSite } from '#shared/format/paths/resolve-within-site.ts';
import { hideInput, hideQuery, restoreThingInput } from '#shared/schemas/moderation/moderation.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { formHeaders } from '#web/lib/actions/form-action.ts';
import { revalidateUnlessServerError, sendForm } from '#web/lib/actions/submit-to-server.ts';
import { useToastedResult } from '#web/lib/actions/use-toasted-result.ts';
import { guardedHead } from '#web/lib/seo/page-head.ts';
import { Alert } from '#web/ui/alert.tsx';
import { FormMessages } from '#web/ui/forms/form-messages.tsx';
import { PageHeader } from '#web/ui/page.tsx';
import { DateTime } from '#web/ui/texts/date-time.tsx';
import { ModerationActionForm } from '../components/moderation-action-form.tsx';
import { ModerationPage } from '../components/moderation-page.tsx';
import { reportKindNames } from '../components/report-names.ts';
import { ReportedThing } from '../components/reported-thing.tsx';
import { runModeratorAction, runModeratorLoader } from '../run-moderation-page.ts';
import type { Route } from './+types/hide-thing';

export const meta = guardedHead('Hide');

export const handle = { failure: 'Failed to load what you want to hide.' };

function readQuery(url: URL) {
  const parsed = hideQuery.safeParse(Object.fromEntries(url.searchParams));
  if (!parsed.success) throw new AppError('not-found');
  return parsed.data;
}

export async function loader(args: Route.LoaderArgs) {
  return runModeratorLoader(args, async (ctx, url) => {
    const { back, ...reference } = readQuery(url);
    const found = await getHideableThing(ctx, reference);
    return { ...found, kind: reference.kind, back: resolveWithinSite(back) ?? '/' };
  });
}

export const headers = formHeaders;

export async function action(args: Route.ActionArgs) {
  return runModeratorAction(args, async (ctx, form) => {
    const { kind, thing } = readQuery(new URL(args.request.url));
    switch (form.get('intent')) {
      case 'hide':
        await hideThing(ctx, { kind, thing, ...parseInput(hideInput, form) });
        return { done: 'It is hidden.' };
      case 'restore':
        await undoAct(ctx, parseInput(restoreThingInput, form));
        return { done: 'Everybody sees it again.' };
      default:
        throw new AppError('bad-input');
    }
  });
}

export const clientAction = sendForm<typeof action>('moderation-failed');

// A rejected form can mean that another moderator was faster; then the page is out of date.
export const shouldRevalidate = revalidateUnlessServerError;

/** The page by which moderators hide a text or a picture, and restore it. */
export default function Hide({ loaderData, actionData }: Route.ComponentProps) {
  const { author, text, kind, back, isOwn, hiding } = loaderData;
  const { done, failure, failureOf } = useToastedResult(actionData);
  const shownForm = isOwn ? null : hiding ? 'restore' : 'hide';
  const failureOfForm = shownForm && failureOf(shownForm);
  return (
    <ModerationPage width="prose" failure={failure}>
      <PageHeader
        title={`${reportKindNames[kind]} of ${author}`}
        back={{ to: back, label: 'Back' }}
      />
      <div className="grid gap-6">
        <FormMessages done={done} failure={failureOfForm ? null : failure} />
        <ReportedThing kind={kind} author={author} text={text} />
        {isOwn && <Alert>This is yours: others moderate it.</Alert>}
        {shownForm === 'hide' && (
          <ModerationActionForm
            key="hide"
            intent="hide"
            title="Hide it"
            intro={`Only ${author} and moderators see it then. You can restore it at any time.`}
            question="Hide this?"
            consequence={`${author} gets a notification and may appeal.`}
            submitLabel="Hide"
            reasonHint={`${author} reads it.`}
          />
        )}
        {shownForm === 'restore' && hiding && (
          <ModerationActionForm
            key="restore"
            intent="restore"
            title="Restore it"
            intro={
              <>
                It was hidden, <DateTime value={hiding.at} />: <bdi>{hiding.reason}</bdi>
              </>
            }
            question="Restore this?"
            consequence="Everybody sees it again, in its place."
            submitLabel="Restore"
            reasonHint={`${author} reads it.`}
          >
            <input type="hidden" name="actId" value={hiding.id} />
          </ModerationActionForm>
        )}
      </div>
    </ModerationPage>
  );
}
