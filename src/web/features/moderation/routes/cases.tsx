import { Flag } from 'lucide-react';
import { countOpenAppeals } from '#domain/moderation/appeals/list-appeals.ts';
import { countThingsAwaitingApproval } from '#domain/moderation/approval/list-things-awaiting-approval.ts';
import { listCases } from '#domain/moderation/cases/list-cases.ts';
import { casesQuery } from '#shared/schemas/moderation/reports.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { openPage } from '#web/lib/actions/list-redirects.ts';
import { guardedHead } from '#web/lib/seo/page-head.ts';
import { appealsPath, casesPath, logPath } from '#web/paths/moderation.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Pager } from '#web/ui/lists/pager.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { useNumbers } from '#web/ui/texts/numbers.ts';
import { CaseFilters } from '../components/cases/case-filters.tsx';
import { CaseRow } from '../components/cases/case-row.tsx';
import { filtersPath, waitingPath } from '../components/filters/filter-paths.ts';
import { runModeratorLoader } from '../run-moderation-page.ts';
import type { Route } from './+types/cases';

export const meta = guardedHead('Reports');

export const handle = { failure: 'Failed to load the reports.' };

export async function loader(args: Route.LoaderArgs) {
  return runModeratorLoader(args, async (ctx, url) => {
    const query = parseInput(casesQuery, url.searchParams);
    const [list, appeals, waiting] = await Promise.all([
      openPage(url, listCases(ctx, query)),
      countOpenAppeals(ctx),
      countThingsAwaitingApproval(ctx),
    ]);
    const { kind, state, mine } = query;
    return { ...list, appeals, waiting, kind, state, mine };
  });
}

/** What was reported, for moderators. */
export default function Cases({ loaderData }: Route.ComponentProps) {
  const { cases, page, pages, total, appeals, waiting, kind, state, mine } = loaderData;
  const { formatInteger } = useNumbers();
  const isFiltered = kind !== null || mine;
  return (
    <Page>
      <PageHeader
        title="Reports"
        intro={
          state === 'open'
            ? `${total === 1 ? '1 case waits' : `${formatInteger(total)} cases wait`} for a decision.`
            : 'What moderators have decided.'
        }
        back={{ to: '/profile', label: 'Back to profile' }}
        actions={
          <>
            <ButtonLink to={appealsPath} variant="quiet">
              Appeals{appeals > 0 && ` (${formatInteger(appeals)})`}
            </ButtonLink>
            <ButtonLink to={waitingPath} variant="quiet">
              Waiting{waiting > 0 && ` (${formatInteger(waiting)})`}
            </ButtonLink>
            <ButtonLink to={filtersPath} variant="quiet">
              Filters
            </ButtonLink>
            <ButtonLink to={logPath({})} variant="quiet">
              Moderation log
            </ButtonLink>
          </>
        }
      />
      <CaseFilters kind={kind} state={state} mine={mine} />
      {cases.length === 0 ? (
        <EmptyState
          icon={Flag}
          action={isFiltered && <ButtonLink to={casesPath({ state })}>Show all</ButtonLink>}
        >
          {state === 'open' && !isFiltered ? 'Nothing waits for a decision.' : 'No such case.'}
        </EmptyState>
      ) : (
        <ul className="grid gap-3">
          {cases.map((one) => (
            <li key={one.id}>
              <CaseRow listed={one} />
            </li>
          ))}
        </ul>
      )}
      <Pager page={page} pages={pages} label="Pages of the reports" />
    </Page>
  );
}
