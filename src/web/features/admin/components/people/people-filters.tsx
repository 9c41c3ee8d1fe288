import {
  adminPeopleConstants,
  type PeopleFilter,
  peopleFilters,
} from '#shared/constants/site/admin-people.ts';
import { ChipLinks } from '#web/ui/chip-links.tsx';
import { SearchField } from '#web/ui/fields/search-field.tsx';
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
      <ChipLinks
        label="Filters"
        choices={[
          ...peopleFilters.map((filter) => ({
            text: filterNames[filter],
            to: peoplePath({ q, show: filter }),
            current: role === null && show === filter,
          })),
          ...roles.map(({ slug, name }) => ({
            text: name,
            to: peoplePath({ q, role: slug }),
            current: role === slug,
          })),
        ]}
      />
    </div>
  );
}
