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
import { filterKinds } from '#shared/constants/moderation/text-filters.ts';
import { AppError } from '#shared/errors/app-error.ts';
import {
  editFilterInput,
  filterInput,
  filtersQuery,
  removeFilterInput,
  testFiltersInput,
  undoFilterChangeInput,
} from '#shared/schemas/moderation/text-filters.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { formHeaders } from '#web/lib/actions/form-action.ts';
import { openPage } from '#web/lib/actions/list-redirects.ts';
import { revalidateUnlessServerError, sendForm } from '#web/lib/actions/submit-to-server.ts';
import { useFormResult } from '#web/lib/actions/use-form-result.ts';
import { guardedHead } from '#web/lib/seo/page-head.ts';
import { casesPath } from '#web/paths/moderation.ts';
import { ChipLinks } from '#web/ui/chip-links.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { FormMessages } from '#web/ui/forms/form-messages.tsx';
import { Pager } from '#web/ui/lists/pager.tsx';
import { PageHeader } from '#web/ui/page.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { useNumbers } from '#web/ui/texts/numbers.ts';
import { FilterChanges } from '../components/filters/filter-changes.tsx';
import { FilterForm } from '../components/filters/filter-form.tsx';
import { FilterList } from '../components/filters/filter-list.tsx';
import { filterKindNames } from '../components/filters/filter-names.ts';
import { filtersOfKindPath } from '../components/filters/filter-paths.ts';
import { FilterTest } from '../components/filters/filter-test.tsx';
import { ModerationPage } from '../components/moderation-page.tsx';
import { runModeratorAction, runModeratorLoader } from '../run-moderation-page.ts';
import type { Route } from './+types/filters';

export const meta = guardedHead('Filters');

export const handle = { failure: 'Failed to load the filters.' };

export async function loader(args: Route.LoaderArgs) {
  return runModeratorLoader(args, async (ctx, url) => {
    const query = parseInput(filtersQuery, url.searchParams);
    const [list, changes] = await Promise.all([
      openPage(url, listFilters(ctx, query)),
      listFilterChanges(ctx),
    ]);
    return { ...list, changes, kind: query.kind, mayChange: isAdmin(ctx.actor) };
  });
}

export const headers = formHeaders;

export async function action(args: Route.ActionArgs) {
  return runModeratorAction(args, async (ctx, form) => {
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

export const clientAction = sendForm<typeof action>('moderation-failed');

// A rejected form can mean that another admin was faster; then the page is out of date.
export const shouldRevalidate = revalidateUnlessServerError;

/** The words and links that are refused, wait or are reported, for moderators; admins change them. */
export default function Filters({ loaderData, actionData }: Route.ComponentProps) {
  const { filters, total, page, pages, changes, kind, mayChange } = loaderData;
  const { data: result, done, failure, failureOf } = useFormResult(actionData);
  const { formatInteger } = useNumbers();
  const newFailure = failureOf('add') ?? failureOf('dry-run');
  const testFailure = failureOf('test');
  return (
    <ModerationPage width="wide" failure={failure}>
      <PageHeader
        title="Filters"
        intro="Words and links that are refused, wait for approval, or are reported to moderators."
        back={{ to: casesPath({}), label: 'Back to the reports' }}
      />
      <div className="grid gap-4">
        <FormMessages done={done} failure={newFailure || testFailure ? null : failure} />
      </div>
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-2">
        {mayChange && (
          <FilterForm
            // A new form after a filter was added.
            key={done}
            failure={newFailure}
            dryRun={(result && 'dryRun' in result && result.dryRun) || null}
          />
        )}
        <FilterTest tested={(result && 'tested' in result && result.tested) || null} />
      </div>
      <section aria-labelledby="filters-title" className="mt-10 grid gap-5">
        <h2 id="filters-title" className="text-xl">
          {total === 1 ? '1 filter' : `${formatInteger(total)} filters`}
        </h2>
        <ChipLinks
          label="Kinds"
          choices={[null, ...filterKinds].map((one) => ({
            text: one === null ? 'Everything' : filterKindNames[one],
            to: filtersOfKindPath(one),
            current: kind === one,
          }))}
        />
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
    </ModerationPage>
  );
}
