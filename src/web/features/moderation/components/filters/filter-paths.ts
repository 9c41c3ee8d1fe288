import type { FilterKind } from '#shared/constants/moderation/text-filters.ts';

export const waitingPath = '/moderation/waiting';

export const filtersPath = '/moderation/filters';

/** The path of the filters of one kind, or of all. */
export function filtersOfKindPath(kind: FilterKind | null): string {
  return kind === null ? filtersPath : `${filtersPath}?${new URLSearchParams({ kind })}`;
}
