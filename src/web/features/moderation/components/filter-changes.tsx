import { Form } from 'react-router';
import type { ListedFilterChange } from '#domain/text-filters/list-filters.ts';
import { Button } from '#web/ui/button.tsx';
import { DateTime } from '#web/ui/date-time.tsx';
import { describeFilter, filterActNames } from './filter-names.ts';

interface FilterChangesProps {
  changes: readonly ListedFilterChange[];
  /** Whether the reader may undo them. */
  mayChange: boolean;
}

/** The latest changes of the filters. The last change of each filter can be undone. */
export function FilterChanges({ changes, mayChange }: FilterChangesProps) {
  if (changes.length === 0) return <p className="text-muted">Nothing was changed yet.</p>;
  return (
    <ol className="grid">
      {changes.map((change) => (
        <li
          key={change.id}
          className="flex flex-wrap items-center justify-between gap-3 border-t border-line py-3 first:border-t-0"
        >
          <p className="min-w-0 flex-1 basis-60 wrap-anywhere">
            {describeChange(change)}{' '}
            <span className="text-sm text-muted">
              by {change.admin}, <DateTime value={change.at} />
            </span>
          </p>
          {mayChange && change.isLatest && (
            <Form method="post" preventScrollReset>
              <input type="hidden" name="intent" value="undo" />
              <input type="hidden" name="change" value={change.id} />
              <Button variant="quiet" size="sm">
                Undo
                <span className="sr-only"> the change: {describeChange(change)}</span>
              </Button>
            </Form>
          )}
        </li>
      ))}
    </ol>
  );
}

function describeChange({ before, after }: ListedFilterChange): string {
  const actOf = (filter: typeof after) =>
    filter?.act ? filterActNames[filter.act].toLowerCase() : 'allowed';
  if (!before) return after ? `Added ${describeFilter(after)}: ${actOf(after)}` : '';
  if (!after) return `Removed ${describeFilter(before)}`;
  return `${describeFilter(before)}: ${actOf(before)}, now ${actOf(after)}`;
}
