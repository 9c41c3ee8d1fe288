import { Filter } from 'lucide-react';
import { isAdmin } from '#domain/permissions/require-moderator.ts';
import {
  addFilter,
  editFilter,
  removeFilter,
  undoFilterChange,
} from '#domain/text-filters/change-filters.ts';
import { listFilterChanges, listFilters } from '#domain/text-filters/list-filters.ts';
import { dryRunFilter, testFilters } from '#domain/text-filters/try-filters.ts';
import { filterKinds } from '#shared/constants/text-filters.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import {
  editFilterInput,
  filterInput,
  filtersQuery,
  removeFilterInput,
  testFiltersInput,
  undoFilterChangeInput,
} from '#shared/schemas/text-filters.ts';
import { pagePath } from '#web/lib/actions/canonical-page-path.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { runLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { revalidateUnlessServerError, submitToServer } from '#web/lib/actions/submit-to-server.ts';
import { useFormResult } from '#web/lib/actions/use-form-result.ts';
import { useLastActionData } from '#web/lib/actions/use-last-action-data.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ChipLink } from '#web/ui/chip.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { useNumbers } from '#web/ui/numbers.ts';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { FilterChanges } from '../components/filter-changes.tsx';
import { FilterForm } from '../components/filter-form.tsx';
import { FilterList } from '../components/filter-list.tsx';
import { filterKindNames } from '../components/filter-names.ts';
import { filtersOfKindPath } from '../components/filter-paths.ts';
import { FilterTest } from '../components/filter-test.tsx';
import { casesPath } from '../components/moderation-paths.ts';
import { requireModeratorForm, requireModeratorPage } from '../require-moderator-page.ts';
import type { Route } from './+types/filters';

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  noIndexHead(loaderData ? 'Filters' : 'Not found', matches);

export const handle = { failure: 'Failed to load the filters.' };

export async function loader(args: Route.LoaderArgs) {
  return runLoader(args, async (ctx, url) => {
    // For everybody else the page does not exist.
    requireModeratorPage(ctx);
    const query = parseInput(filtersQuery, url.searchParams);
    const [list, changes] = await Promise.all([listFilters(ctx, query), listFilterChanges(ctx)]);
    if (list.page > list.pages) throw redirect(pagePath(url, list.pages));
    return { ...list, changes, kind: query.kind, mayChange: isAdmin(ctx.actor) };
  });
}

export const headers = formHeaders;

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'moderation-failed', async (ctx, form) => {
    // A visitor is sent to the login instead.
    requireModeratorForm(ctx);
    switch (form.get('intent')) {
      case 'add':
        await addFilter(ctx, parseInput(filterInput, form));
        return { done: 'The filter is added. It holds from now on.' };
      case 'dry-run':
        return { dryRun: await dryRunFilter(ctx, parseInput(filterInput, form)) };
      case 'edit':
        await editFilter(ctx, parseInput(editFilterInput, form));
        return { done: 'The filter is changed.' };
      case 'remove':
        await removeFilter(ctx, parseInput(removeFilterInput, form));
        return { done: 'The filter is removed.' };
      case 'undo':
        await undoFilterChange(ctx, parseInput(undoFilterChangeInput, form));
        return { done: 'The change is undone.' };
      case 'test': {
        const { text } = parseInput(testFiltersInput, form);
        return { tested: { text, matches: await testFilters(ctx, { text }) } };
      }
      default:
        throw new AppError('bad-input');
    }
  });
}

export function clientAction(args: Route.ClientActionArgs) {
  return submitToServer(args, 'moderation-failed');
}

// A rejected form can mean that another admin was faster; then the page is out of date.
export const shouldRevalidate = revalidateUnlessServerError;

/** The words and links that are refused, wait or are reported, for moderators; admins change them. */
export default function Filters({ loaderData, actionData }: Route.ComponentProps) {
  const { filters, total, page, pages, changes, kind, mayChange } = loaderData;
  const { done, failure } = useFormResult(actionData);
  const result = useLastActionData(actionData);
  const { formatInteger } = useNumbers();
  const intent = failure?.typed.intent ?? '';
  const isOfNewFilter = ['add', 'dry-run'].includes(intent);
  return (
    <Page width="wide">
      <PageHeader
        title="Filters"
        intro="Words and links that are refused, wait for approval, or are reported to moderators."
        back={{ to: casesPath({}), label: 'Back to the reports' }}
      />
      <div className="grid gap-4">
        {done && <Alert tone="success">{done}</Alert>}
        {failure && !isOfNewFilter && intent !== 'test' && (
          <Alert tone="failure">{failure.message}</Alert>
        )}
      </div>
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-2">
        {mayChange && (
          <FilterForm
            // A new form after a filter was added.
            key={done}
            failure={isOfNewFilter ? failure : null}
            dryRun={(result && 'dryRun' in result && result.dryRun) || null}
          />
        )}
        <FilterTest
          tested={(result && 'tested' in result && result.tested) || null}
          failure={intent === 'test' ? failure : null}
        />
      </div>
      <section aria-labelledby="filters-title" className="mt-10 grid gap-5">
        <h2 id="filters-title" className="text-xl">
          {total === 1 ? '1 filter' : `${formatInteger(total)} filters`}
        </h2>
        <nav aria-label="Kinds">
          <ul className="flex flex-wrap gap-2">
            {[null, ...filterKinds].map((one) => (
              <li key={one ?? 'all'}>
                <ChipLink to={filtersOfKindPath(one)} current={kind === one}>
                  {one === null ? 'Everything' : filterKindNames[one]}
                </ChipLink>
              </li>
            ))}
          </ul>
        </nav>
        {filters.length === 0 ? (
          <EmptyState icon={Filter}>
            {kind === null ? 'There are no filters yet.' : 'There is no such filter.'}
          </EmptyState>
        ) : (
          <FilterList filters={filters} mayChange={mayChange} />
        )}
        <Pager page={page} pages={pages} label="Pages of the filters" />
      </section>
      <div className="mt-10">
        <Panel title="Changes">
          <FilterChanges changes={changes} mayChange={mayChange} />
        </Panel>
      </div>
    </Page>
  );
}
