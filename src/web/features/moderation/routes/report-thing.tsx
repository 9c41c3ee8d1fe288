import { data } from 'react-router';
import { getReportableThing, reportThing } from '#domain/moderation/cases/report-thing.ts';
import { reportConstants, reportReasons } from '#shared/constants/moderation/reports.ts';
import { resolveWithinSite } from '#shared/format/paths/resolve-within-site.ts';
import { reportInput, reportQuery } from '#shared/schemas/moderation/reports.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { revalidateUnlessServerError, sendForm } from '#web/lib/actions/submit-to-server.ts';
import { useFormResult } from '#web/lib/actions/use-form-result.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { ActionForm } from '#web/ui/forms/action-form.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { RadioChoice } from '../components/radio-choice.tsx';
import { reasonNames } from '../components/report-names.ts';
import { ReportedThing } from '../components/reported-thing.tsx';
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

export const clientAction = sendForm<typeof action>('report-failed');

export const shouldRevalidate = revalidateUnlessServerError;

/** The page that reports a text, a picture, a message or a profile to the moderators. */
export default function Report({ loaderData, actionData }: Route.ComponentProps) {
  const { failure } = useFormResult(actionData);
  const { author, text, kind, back, isReported } = loaderData;
  return (
    <Page width="prose">
      <PageHeader
        title={`Report ${author}`}
        intro="Moderators read it. Nobody else learns who reported it."
        back={{ to: back, label: 'Back' }}
      />
      <div className="grid gap-6">
        <ReportedThing kind={kind} author={author} text={text} />
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
          <ActionForm
            failure={failure}
            button="Send the report"
            more={
              <ButtonLink to={back} variant="ghost">
                Cancel
              </ButtonLink>
            }
            scrolls
            className="grid gap-6 rounded-lg bg-surface p-5 shadow-lift sm:p-6"
          >
            <RadioChoice
              name="reason"
              legend="What is wrong with it?"
              options={reportReasons.map((value) => ({ value, label: reasonNames[value] }))}
            />
            <TextField
              multiline
              name="text"
              label="What should moderators know? (optional)"
              rows={3}
              maxLength={reportConstants.textMax}
              counter
            />
          </ActionForm>
        )}
      </div>
    </Page>
  );
}
