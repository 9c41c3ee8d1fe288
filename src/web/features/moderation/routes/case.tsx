import { data } from 'react-router';
import { decideCase } from '#domain/moderation/cases/decide-case.ts';
import { getCase } from '#domain/moderation/cases/get-case.ts';
import { readMessagesAround } from '#domain/moderation/cases/get-case-context.ts';
import { reopenCase } from '#domain/moderation/cases/reopen-case.ts';
import { releaseCase, takeCase } from '#domain/moderation/cases/take-case.ts';
import { listModerationLog } from '#domain/moderation/log/list-moderation-log.ts';
import { AppError } from '#shared/errors/app-error.ts';
import {
  caseIdInput,
  closeCaseInput,
  decideInput,
  reopenCaseInput,
} from '#shared/schemas/moderation/reports.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { formHeaders } from '#web/lib/actions/form-action.ts';
import { revalidateUnlessServerError, sendForm } from '#web/lib/actions/submit-to-server.ts';
import { useToastedResult } from '#web/lib/actions/use-toasted-result.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { casesPath } from '#web/paths/moderation.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { FormMessages } from '#web/ui/forms/form-messages.tsx';
import { PageHeader } from '#web/ui/page.tsx';
import { CaseContext } from '../components/cases/case-context.tsx';
import { CaseForms } from '../components/cases/case-forms.tsx';
import { CaseReports } from '../components/cases/case-reports.tsx';
import { CaseState } from '../components/cases/case-state.tsx';
import { ReopenCaseForm } from '../components/cases/reopen-case-form.tsx';
import { ModerationLogTable } from '../components/log/moderation-log-table.tsx';
import { ModerationPage } from '../components/moderation-page.tsx';
import { reportKindNames } from '../components/report-names.ts';
import { runModeratorAction, runModeratorLoader } from '../run-moderation-page.ts';
import type { Route } from './+types/case';

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  noIndexHead(loaderData ? `Report of ${loaderData.found.author}` : 'Not found', matches);

export const handle = { failure: 'Failed to load this case.' };

export async function loader(args: Route.LoaderArgs) {
  return runModeratorLoader(args, async (ctx) => {
    const id = caseIdInput.safeParse(args.params.caseId);
    if (!id.success) throw data(null, { status: 404 });
    const caseId = id.data;
    const found = await getCase(ctx, caseId);
    const { entries } = await listModerationLog(ctx, { of: found.author, page: 1 });
    return { found, entries };
  });
}

export const headers = formHeaders;

export async function action(args: Route.ActionArgs) {
  return runModeratorAction(args, async (ctx, form) => {
    const id = caseIdInput.safeParse(args.params.caseId);
    if (!id.success) throw new AppError('not-found');
    const caseId = id.data;
    switch (form.get('intent')) {
      case 'take':
        await takeCase(ctx, { caseId });
        return { done: 'Others see that you work on this case.' };
      case 'release':
        await releaseCase(ctx, { caseId });
        return { done: 'Others can take this case now.' };
      case 'read-messages':
        await readMessagesAround(ctx, { caseId });
        return { done: 'The log has that you read these messages.' };
      case 'decide':
        await decideCase(ctx, { caseId, ...parseInput(decideInput, form) });
        return { done: 'The case is closed.' };
      case 'close': {
        const { reason } = parseInput(closeCaseInput, form);
        await decideCase(ctx, { caseId, thing: 'keep', sanction: 'none', days: 0, reason });
        return { done: 'The case is closed.' };
      }
      case 'reopen':
        await reopenCase(ctx, { caseId, ...parseInput(reopenCaseInput, form) });
        return { done: 'The case is open again.' };
      default:
        throw new AppError('bad-input');
    }
  });
}

export const clientAction = sendForm<typeof action>('moderation-failed');

// A rejected form can mean that another moderator was faster; then the page is out of date.
export const shouldRevalidate = revalidateUnlessServerError;

/** A case: the reported thing where it stands, its reports, its author's history and what moderators can do. */
export default function Case({ loaderData, actionData }: Route.ComponentProps) {
  const { found, entries } = loaderData;
  const { done, failure } = useToastedResult(actionData);
  const { author, kind, earlier, closedAt } = found;
  return (
    <ModerationPage width="wide" failure={failure}>
      <PageHeader
        title={`${reportKindNames[kind]} of ${author}`}
        back={{ to: casesPath({}), label: 'Back to the reports' }}
        actions={
          <ButtonLink to={`/profile/${author}/moderation`} variant="quiet">
            Moderate {author}
          </ButtonLink>
        }
      />
      <div className="grid gap-4">
        <FormMessages done={done} failure={failure} />
        <CaseState found={found} />
      </div>
      <div className="mt-8 grid gap-6 lg:grid-cols-2">
        <div className="grid min-w-0 content-start gap-6">
          <CaseContext found={found} />
          <CaseReports
            reports={found.reports}
            total={found.reportCount}
            foundByFilter={found.foundByFilter}
          />
        </div>
        <div className="grid min-w-0 content-start gap-6">
          {closedAt ? <ReopenCaseForm found={found} /> : <CaseForms found={found} />}
        </div>
      </div>
      <section aria-labelledby="history" className="mt-12">
        <h2 id="history" className="mb-2 text-xl">
          What was done to {author}
        </h2>
        <p className="mb-5 text-muted">
          Earlier cases: {earlier.acted} with an act, {earlier.nothing} without.
        </p>
        {entries.length === 0 ? (
          <p className="text-muted">Nothing was ever done to this account.</p>
        ) : (
          <ModerationLogTable entries={entries} hideTarget />
        )}
      </section>
    </ModerationPage>
  );
}
