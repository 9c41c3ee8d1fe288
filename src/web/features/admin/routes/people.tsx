import { SearchX } from 'lucide-react';
import { listPeople } from '#domain/administration/list-people.ts';
import { adminPeopleConstants } from '#shared/constants/site/admin-people.ts';
import { peopleQuery } from '#shared/schemas/administration/admin-people.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { leaveOutDefaults, openPage } from '#web/lib/actions/list-redirects.ts';
import { guardedHead } from '#web/lib/seo/page-head.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Pager } from '#web/ui/lists/pager.tsx';
import { AdminPage } from '../components/admin-page.tsx';
import { PeopleFilters } from '../components/people/people-filters.tsx';
import { PeopleList } from '../components/people/people-list.tsx';
import { runAdminLoader } from '../run-admin-page.ts';
import type { Route } from './+types/people';

export const meta = guardedHead('People');

export const handle = { failure: 'Failed to load the people.' };

export async function loader(args: Route.LoaderArgs) {
  return runAdminLoader(args, async (ctx, url) => {
    const query = parseInput(peopleQuery, url.searchParams);
    leaveOutDefaults(url, { q: '' });
    const { q, show, role } = query;
    const list = await openPage(url, listPeople(ctx, query));
    return { ...list, q, show, role, isDeleted: url.searchParams.has('deleted') };
  });
}

/** The section 'People' of the administration: all accounts, with search and filters. */
export default function People({ loaderData }: Route.ComponentProps) {
  const { people, total, page, pages, roles, q, show, role, isDeleted } = loaderData;
  const { countMax } = adminPeopleConstants;
  const count = total > countMax ? `more than ${countMax.toLocaleString('en')}` : String(total);
  return (
    <AdminPage
      current="people"
      actions={
        <ButtonLink to="/admin/people-import" variant="quiet">
          Import people
        </ButtonLink>
      }
    >
      {isDeleted && <Alert tone="success">The account is deleted.</Alert>}
      <PeopleFilters q={q} show={show} role={role} roles={roles} />
      {people.length === 0 ? (
        <EmptyState
          icon={SearchX}
          action={<ButtonLink to="/admin/people">Show everybody</ButtonLink>}
        >
          Nobody was found.
        </EmptyState>
      ) : (
        <>
          <p className="text-muted">{total === 1 ? '1 account' : `${count} accounts`}</p>
          <PeopleList people={people} />
        </>
      )}
      <Pager page={page} pages={pages} label="Pages of the people" />
    </AdminPage>
  );
}
