import type { ListedFilterChange } from '#domain/text-filters/list-filters.ts';
import { ChangeList } from '#web/ui/change-list.tsx';
import { describeFilter, filterActNames } from './filter-names.ts';

interface FilterChangesProps {
  changes: readonly ListedFilterChange[];
  /** Whether the reader may undo them. */
  mayChange: boolean;
}

/** The latest changes of the filters. The last change of each filter can be undone. */
export function FilterChanges({ changes, mayChange }: FilterChangesProps) {
  return (
    <ChangeList
      changes={changes.map((change) => {
        const text = describeChange(change);
        const undo = { values: { change: change.id }, about: `the change: ${text}` };
        return { ...change, text, undo: mayChange && change.isLatest ? undo : null };
      })}
    />
  );
}

function describeChange({ before, after }: ListedFilterChange): string {
  const actOf = (filter: typeof after) =>
    filter?.act ? filterActNames[filter.act].toLowerCase() : 'allowed';
  if (!before) return after ? `Added ${describeFilter(after)}: ${actOf(after)}` : '';
  if (!after) return `Removed ${describeFilter(before)}`;
  return `${describeFilter(before)}: ${actOf(before)}, now ${actOf(after)}`;
}
