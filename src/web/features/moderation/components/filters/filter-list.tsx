import { Form } from 'react-router';
import type { ListedFilter } from '#domain/text-filters/list-filters.ts';
import { filterActs } from '#shared/constants/moderation/text-filters.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { Button } from '#web/ui/button.tsx';
import { DateTime } from '#web/ui/texts/date-time.tsx';
import { describeFilter, filterActNames, filterKindNames } from './filter-names.ts';

interface FilterListProps {
  filters: readonly ListedFilter[];
  /** Whether the reader may change them. */
  mayChange: boolean;
}

/** The filters of the site, with the forms that change and remove them. */
export function FilterList({ filters, mayChange }: FilterListProps) {
  return (
    <ul aria-label="Filters" className="divide-y divide-line rounded-lg bg-surface shadow-lift">
      {filters.map((filter) => (
        <li
          key={filter.id}
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-6 py-4"
        >
          <div className="min-w-0 flex-1 basis-48">
            <h3 dir="auto" className="font-semibold wrap-anywhere">
              {describeFilter(filter)}
            </h3>
            <p className="text-sm text-muted">
              {filter.kind !== 'other-hosts' && `${filterKindNames[filter.kind]}, `}
              <DateTime value={filter.changedAt} />
            </p>
          </div>
          {mayChange ? <FilterForms filter={filter} /> : <Act filter={filter} />}
        </li>
      ))}
    </ul>
  );
}

function Act({ filter: { act } }: { filter: ListedFilter }) {
  return <p className="font-medium">{act ? filterActNames[act] : 'Allowed'}</p>;
}

function FilterForms({ filter }: { filter: ListedFilter }) {
  const { id, version, act } = filter;
  const saving = usePending({ intent: 'edit', id });
  const removing = usePending({ intent: 'remove', id });
  const name = describeFilter(filter);
  return (
    // A new form after a change, so that it shows what was saved.
    <Form
      key={version}
      method="post"
      preventScrollReset
      aria-label={name}
      className="flex flex-wrap items-center gap-2"
    >
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="version" value={version} />
      {act && (
        <>
          <select
            name="act"
            aria-label={`What happens with ${name}`}
            defaultValue={act}
            className="control min-h-11 px-3 sm:w-auto"
          >
            {filterActs.map((one) => (
              <option key={one} value={one}>
                {filterActNames[one]}
              </option>
            ))}
          </select>
          <Button name="intent" value="edit" variant="quiet" pending={saving}>
            Save
            <span className="sr-only"> {name}</span>
          </Button>
        </>
      )}
      <Button name="intent" value="remove" variant="quiet" pending={removing}>
        Remove
        <span className="sr-only"> {name}</span>
      </Button>
    </Form>
  );
}
