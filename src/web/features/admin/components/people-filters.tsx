import {
  adminPeopleConstants,
  type PeopleFilter,
  peopleFilters,
} from '#shared/constants/admin-people.ts';
import { ChipLink } from '#web/ui/chip.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { peoplePath } from './people-path.ts';

const filterNames: Record<PeopleFilter, string> = {
  registered: 'Registered',
  new: `New in ${adminPeopleConstants.newDays} days`,
  moderators: 'Moderators',
  admins: 'Admins',
  suspended: 'Suspended',
  muted: 'Muted',
  unconfirmed: 'Email not confirmed',
  guests: 'Guests',
  examples: 'Examples',
};

interface PeopleFiltersProps {
  q: string;
  show: PeopleFilter;
  role: string | null;
  /** The further roles of the site. */
  roles: readonly { slug: string; name: string }[];
}

/** The search and the filters of the list of people. The URL contains them. */
export function PeopleFilters({ q, show, role, roles }: PeopleFiltersProps) {
  return (
    <div className="grid gap-5">
      <SearchField
        name="q"
        label="Search people"
        placeholder="Username or email"
        maxLength={adminPeopleConstants.searchMax}
        className="max-w-form"
      />
      <nav aria-label="Filters">
        <ul className="flex flex-wrap gap-2">
          {peopleFilters.map((filter) => (
            <li key={filter}>
              <ChipLink
                to={peoplePath({ q, show: filter })}
                current={role === null && show === filter}
              >
                {filterNames[filter]}
              </ChipLink>
            </li>
          ))}
          {roles.map(({ slug, name }) => (
            <li key={slug}>
              <ChipLink to={peoplePath({ q, role: slug })} current={role === slug}>
                {name}
              </ChipLink>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
