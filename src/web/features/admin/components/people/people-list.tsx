import { Link } from 'react-router';
import type { ListedPerson } from '#domain/administration/list-people.ts';
import { Avatar } from '#web/ui/accounts/avatar.tsx';
import { roleNames } from '#web/ui/accounts/role-names.ts';
import { DateTime } from '#web/ui/texts/date-time.tsx';

/** The found accounts, each with a link to its page. */
export function PeopleList({ people }: { people: readonly ListedPerson[] }) {
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-lg bg-surface shadow-lift">
      {people.map((person) => {
        const { username, name, profilePic, email, emailVerified, role, suspended } = person;
        return (
          <li key={username} className="flex items-center gap-4 px-5 py-3.5">
            <Avatar picture={profilePic} size={40} />
            <div className="grid min-w-0 flex-1 gap-x-6 gap-y-0.5 md:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)_14rem] md:items-center">
              <div className="min-w-0">
                <Link
                  to={`/admin/people/${username}`}
                  prefetch="intent"
                  className="inline-flex min-h-6 items-center font-semibold wrap-anywhere hover:text-link"
                >
                  {username}
                </Link>
                {name !== '' && name !== username && (
                  <p className="text-sm text-muted wrap-anywhere">
                    <bdi>{name}</bdi>
                  </p>
                )}
              </div>
              <p className="min-w-0 text-sm text-muted wrap-anywhere">
                {email === null ? 'No email' : email}
                {email !== null && !emailVerified && ' (not confirmed)'}
              </p>
              <p className="text-sm text-muted md:text-right">
                {suspended ? (
                  <span className="font-semibold text-danger">Suspended</span>
                ) : person.isExample ? (
                  'Example'
                ) : (
                  roleNames[role]
                )}
                {', since '}
                <DateTime value={person.createdAt} format="date" />
              </p>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
