import { listOwnActs } from '#domain/moderation/appeals/list-own-acts.ts';
import { makeAppeal } from '#domain/moderation/appeals/make-appeal.ts';
import { listOwnReports } from '#domain/moderation/cases/list-own-reports.ts';
import { caseOutcomeTexts } from '#shared/constants/moderation/reports.ts';
import { appealInput } from '#shared/schemas/moderation/reports.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { reasonNames, reportKindNames } from '#web/features/moderation/public.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { revalidateUnlessServerError, sendForm } from '#web/lib/actions/submit-to-server.ts';
import { useFormResult } from '#web/lib/actions/use-form-result.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { FormMessages } from '#web/ui/forms/form-messages.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { DateTime } from '#web/ui/texts/date-time.tsx';
import { OwnActs } from '../components/own-acts.tsx';
import { SettingsPage } from '../components/settings-page.tsx';
import type { Route } from './+types/acts-on-account';

export const meta: Route.MetaFunction = ({ matches }) =>
  noIndexHead('What moderators did', matches);

export const handle = { failure: 'Failed to load what moderators did.' };

export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx) => {
    const [acts, reports] = await Promise.all([listOwnActs(ctx), listOwnReports(ctx)]);
    return { acts, reports };
  });
}

export const headers = formHeaders;

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'appeal-failed', async (ctx, form) => {
    await makeAppeal(ctx, parseInput(appealInput, form));
    return { done: 'Your appeal was received. Another moderator decides it.' };
  });
}

export const clientAction = sendForm<typeof action>('appeal-failed');

export const shouldRevalidate = revalidateUnlessServerError;

/** The section 'Moderation' of the settings: what moderators did to the account, its appeals and its reports. */
export default function ModerationSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { done, failure } = useFormResult(actionData);
  const { acts, reports } = loaderData;
  return (
    <SettingsPage current="moderation" failure={failure}>
      <FormMessages done={done} failure={failure} />
      <Panel title="What moderators did">
        {acts.length === 0 ? (
          <p className="text-muted">Moderators have done nothing to your account.</p>
        ) : (
          <OwnActs acts={acts} />
        )}
      </Panel>
      <Panel title="Your reports">
        {reports.length === 0 ? (
          <p className="text-muted">You have reported nothing.</p>
        ) : (
          <ul className="grid gap-3">
            {reports.map(({ id, kind, reason, at, outcome }) => (
              <li key={id} className="grid gap-0.5">
                <p>
                  <span className="font-semibold">{reportKindNames[kind]}</span>,{' '}
                  {reasonNames[reason]}
                </p>
                <p className="text-sm text-muted">
                  <DateTime value={at} />.{' '}
                  {outcome ? caseOutcomeTexts[outcome] : 'A moderator will look at it.'}
                </p>
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </SettingsPage>
  );
}
