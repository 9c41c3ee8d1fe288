import { getHideableThing } from '#domain/moderation/hiding/get-hideable-thing.ts';
import { hideThing } from '#domain/moderation/hiding/hide-thing.ts';
import { undoAct } from '#domain/moderation/undoing/undo-act.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { resolveWithinSite } from '#shared/format/resolve-within-site.ts';
import { hideInput, hideQuery, restoreThingInput } from '#shared/schemas/moderation.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { useFormError } from '#web/lib/actions/form-error.ts';
import { runLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { revalidateUnlessServerError, submitToServer } from '#web/lib/actions/submit-to-server.ts';
import { useLastActionData } from '#web/lib/actions/use-last-action-data.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { Alert } from '#web/ui/alert.tsx';
import { DateTime } from '#web/ui/date-time.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { ModerationActionForm } from '../components/moderation-action-form.tsx';
import { reportKindNames } from '../components/report-names.ts';
import { useModerationResult } from '../components/use-moderation-result.ts';
import { requireModeratorForm, requireModeratorPage } from '../require-moderator-page.ts';
import type { Route } from './+types/hide-thing';

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  noIndexHead(loaderData ? 'Hide' : 'Not found', matches);

export const handle = { failure: 'Failed to load what you want to hide.' };

function readQuery(url: URL) {
  const parsed = hideQuery.safeParse(Object.fromEntries(url.searchParams));
  if (!parsed.success) throw new AppError('not-found');
  return parsed.data;
}

export async function loader(args: Route.LoaderArgs) {
  return runLoader(args, async (ctx, url) => {
    // For everybody else the page does not exist.
    requireModeratorPage(ctx);
    const { back, ...reference } = readQuery(url);
    const found = await getHideableThing(ctx, reference);
    return { ...found, kind: reference.kind, back: resolveWithinSite(back) ?? '/' };
  });
}

export const headers = formHeaders;

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'moderation-failed', async (ctx, form) => {
    // A visitor is sent to the login instead.
    requireModeratorForm(ctx);
    const { kind, thing } = readQuery(new URL(args.request.url));
    switch (form.get('intent')) {
      case 'hide':
        await hideThing(ctx, { kind, thing, ...parseInput(hideInput, form) });
        return { successText: 'It is hidden.' };
      case 'restore':
        await undoAct(ctx, parseInput(restoreThingInput, form));
        return { successText: 'Everybody sees it again.' };
      default:
        throw new AppError('bad-input');
    }
  });
}

export function clientAction(args: Route.ClientActionArgs) {
  return submitToServer(args, 'moderation-failed');
}

// A rejected form can mean that another moderator was faster; then the page is out of date.
export const shouldRevalidate = revalidateUnlessServerError;

/** The page by which moderators hide a text or a picture, and restore it. */
export default function Hide({ loaderData, actionData: latestData }: Route.ComponentProps) {
  const actionData = useLastActionData(latestData);
  const { author, text, kind, back, isOwn, hiding } = loaderData;
  const failure = useFormError(actionData);
  const successText = useModerationResult(actionData);
  const shownForm = isOwn ? null : hiding ? 'restore' : 'hide';
  const failureOfForm = failure?.typed.intent === shownForm ? failure : null;
  return (
    <Page width="prose">
      <PageHeader
        title={`${reportKindNames[kind]} of ${author}`}
        back={{ to: back, label: 'Back' }}
      />
      <div className="grid gap-6">
        {successText && <Alert tone="success">{successText}</Alert>}
        {failure && !failureOfForm && <Alert tone="failure">{failure.message}</Alert>}
        <figure className="grid gap-2 rounded-lg bg-surface p-5 shadow-lift sm:p-6">
          <figcaption className="text-sm text-muted">
            {reportKindNames[kind]} of <bdi className="font-semibold text-ink">{author}</bdi>
          </figcaption>
          {text === '' ? (
            <p className="text-muted">It has no text.</p>
          ) : (
            <blockquote dir="auto" className="line-clamp-6 whitespace-pre-line wrap-anywhere">
              {text}
            </blockquote>
          )}
        </figure>
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
            failure={failureOfForm}
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
            failure={failureOfForm}
          >
            <input type="hidden" name="actId" value={hiding.id} />
          </ModerationActionForm>
        )}
      </div>
    </Page>
  );
}
