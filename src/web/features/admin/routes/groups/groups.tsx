import { Plus, UsersRound } from 'lucide-react';
import { Link } from 'react-router';
import { listGroups } from '#domain/groups/list-groups.ts';
import { groupConstants } from '#shared/constants/groups.ts';
import { groupsQuery } from '#shared/schemas/groups.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { describeJoining } from '#web/features/groups/public.ts';
import { leaveOutDefaults, openPage } from '#web/lib/actions/list-redirects.ts';
import { guardedHead } from '#web/lib/seo/page-head.ts';
import { GroupPicture } from '#web/ui/accounts/group-picture.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { SearchField } from '#web/ui/fields/search-field.tsx';
import { Pager } from '#web/ui/lists/pager.tsx';
import { useNumbers } from '#web/ui/texts/numbers.ts';
import { AdminPage } from '../../components/admin-page.tsx';
import { runRightLoader } from '../../run-admin-page.ts';
import type { Route } from './+types/groups';

export const meta = guardedHead('Groups');

export const handle = { failure: 'Failed to load the groups.' };

export async function loader(args: Route.LoaderArgs) {
  return runRightLoader(args, 'manage-groups', async (ctx, url) => {
    const query = parseInput(groupsQuery, url.searchParams);
    leaveOutDefaults(url, { q: '' });
    const list = await openPage(url, listGroups(ctx, query));
    return { ...list, isDeleted: url.searchParams.has('deleted') };
  });
}

/** The section 'Groups' of the administration: all groups of the site. */
export default function Groups({ loaderData }: Route.ComponentProps) {
  const { groups, page, pages, hasGroups, isDeleted } = loaderData;
  const { formatInteger } = useNumbers();
  return (
    <AdminPage
      current="groups"
      actions={
        <ButtonLink to="/admin/groups/new">
          <Plus aria-hidden />
          New group
        </ButtonLink>
      }
    >
      {isDeleted && <Alert tone="success">The group is deleted.</Alert>}
      <section className="grid gap-4 rounded-lg bg-surface p-6 shadow-lift">
        <p className="text-muted">
          Classes, teams and clubs. Everybody who is logged in sees them at{' '}
          <Link to="/groups">/groups</Link>.
        </p>
        {hasGroups && (
          <SearchField
            name="q"
            label="Search groups"
            placeholder="Search by name"
            maxLength={groupConstants.searchMax}
          />
        )}
        {groups.length === 0 ? (
          <p className="flex items-center gap-3">
            <UsersRound aria-hidden className="size-5 text-muted" />
            {hasGroups ? 'No group was found.' : 'There are no groups.'}
          </p>
        ) : (
          <ul className="grid">
            {groups.map((group) => (
              <li
                key={group.id}
                className="flex min-w-0 items-center gap-4 border-t border-line py-3 first:border-t-0"
              >
                <GroupPicture path={group.picture?.thumbnail.path ?? null} size={44} />
                <div className="min-w-0">
                  <Link to={`/admin/groups/${group.id}`} className="font-medium wrap-anywhere">
                    <bdi>{group.name}</bdi>
                  </Link>
                  <p className="text-sm text-muted">
                    {formatInteger(group.members ?? 0)} {group.members === 1 ? 'member' : 'members'}{' '}
                    · {describeJoining(group)}
                  </p>
                </div>
              </li>
            ))}
          </ul>
        )}
        <Pager page={page} pages={pages} label="Pages of the groups" />
      </section>
    </AdminPage>
  );
}
