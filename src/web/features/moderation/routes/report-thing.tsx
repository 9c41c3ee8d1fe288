import { data, Form } from 'react-router';
import { getReportableThing, reportThing } from '#domain/moderation/cases/report-thing.ts';
import { reportConstants, reportReasons } from '#shared/constants/reports.ts';
import { resolveWithinSite } from '#shared/format/resolve-within-site.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { reportInput, reportQuery } from '#shared/schemas/reports.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { useFormError } from '#web/lib/actions/form-error.ts';
import { runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { revalidateUnlessServerError, submitToServer } from '#web/lib/actions/submit-to-server.ts';
import { useLastActionData } from '#web/lib/actions/use-last-action-data.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { RadioChoice } from '../components/radio-choice.tsx';
import { reasonNames, reportKindNames } from '../components/report-names.ts';
import type { Route } from './+types/report-thing';

export const meta: Route.MetaFunction = ({ matches }) => noIndexHead('Report', matches);

export const handle = { failure: 'Failed to load what you want to report.' };

function readQuery(url: URL) {
  const parsed = reportQuery.safeParse(Object.fromEntries(url.searchParams));
  if (!parsed.success) throw data(null, { status: 404 });
  return parsed.data;
}

export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx, _, url) => {
    const { back, ...reference } = readQuery(url);
    const thing = await getReportableThing(ctx, reference);
    return { ...thing, kind: reference.kind, back: resolveWithinSite(back) ?? '/' };
  });
}

export const headers = formHeaders;

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'report-failed', async (ctx, form) => {
    const { kind, thing } = readQuery(new URL(args.request.url));
    await reportThing(ctx, { kind, thing, ...parseInput(reportInput, form) });
    return { reported: true as const };
  });
}

export function clientAction(args: Route.ClientActionArgs) {
  return submitToServer(args, 'report-failed');
}

export const shouldRevalidate = revalidateUnlessServerError;

/** The page that reports a text, a picture, a message or a profile to the moderators. */
export default function Report({ loaderData, actionData: latestData }: Route.ComponentProps) {
  const actionData = useLastActionData(latestData);
  const failure = useFormError(actionData);
  const pending = usePending();
  const { author, text, kind, back, isReported } = loaderData;
  return (
    <Page width="prose">
      <PageHeader
        title={`Report ${author}`}
        intro="Moderators read it. Nobody else learns who reported it."
        back={{ to: back, label: 'Back' }}
      />
      <div className="grid gap-6">
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
        {isReported ? (
          <Alert
            tone="success"
            action={
              <ButtonLink to={back} size="sm" variant="quiet">
                Done
              </ButtonLink>
            }
          >
            Your report was received. You get a notification when a moderator has decided it.
          </Alert>
        ) : (
          <Form method="post" className="grid gap-6 rounded-lg bg-surface p-5 shadow-lift sm:p-6">
            {failure && <Alert tone="failure">{failure.message}</Alert>}
            <RadioChoice
              name="reason"
              legend="What is wrong with it?"
              options={reportReasons.map((value) => ({ value, label: reasonNames[value] }))}
              chosen={failure?.typed.reason}
              error={failure?.fields.reason}
            />
            <TextField
              multiline
              name="text"
              label="What should moderators know? (optional)"
              rows={3}
              maxLength={reportConstants.textMax}
              counter
              defaultValue={failure?.typed.text}
              error={failure?.fields.text}
            />
            <div className="flex flex-wrap gap-3">
              <Button pending={pending}>Send the report</Button>
              <ButtonLink to={back} variant="ghost">
                Cancel
              </ButtonLink>
            </div>
          </Form>
        )}
      </div>
    </Page>
  );
}
