import { type PeopleFilter, peopleFilters } from '#shared/constants/site/admin-people.ts';

interface PeoplePath {
  q?: string;
  show?: PeopleFilter;
  role?: string;
}

/** The path of the list of people, with a search and a filter. */
export function peoplePath({ q, show, role }: PeoplePath): string {
  const query = new URLSearchParams();
  if (q) query.set('q', q);
  if (show && show !== peopleFilters[0]) query.set('show', show);
  if (role) query.set('role', role);
  return query.size > 0 ? `/admin/people?${query}` : '/admin/people';
}
