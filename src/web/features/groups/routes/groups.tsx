import { UsersRound } from 'lucide-react';
import { listGroups } from '#domain/groups/list-groups.ts';
import { groupConstants } from '#shared/constants/groups.ts';
import { hasRight } from '#shared/rules/rights.ts';
import { groupsQuery } from '#shared/schemas/groups.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { leaveOutDefaults, openPage } from '#web/lib/actions/list-redirects.ts';
import { runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { useViewer } from '#web/lib/root-data.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { SearchField } from '#web/ui/fields/search-field.tsx';
import { Pager } from '#web/ui/lists/pager.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { GroupRow } from '../components/group-row.tsx';
import type { Route } from './+types/groups';

export const meta: Route.MetaFunction = ({ matches }) => noIndexHead('Groups', matches);

export const handle = { failure: 'Failed to load the groups.' };

export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx, _actor, url) => {
    const query = parseInput(groupsQuery, url.searchParams);
    leaveOutDefaults(url, { q: '' });
    return { q: query.q, ...(await openPage(url, listGroups(ctx, query))) };
  });
}

/** The groups of the site, those of the reader first. */
export default function Groups({ loaderData }: Route.ComponentProps) {
  const { groups, page, pages, q, hasGroups } = loaderData;
  const viewer = useViewer();
  return (
    <Page width="article">
      <PageHeader
        title="Groups"
        intro="Classes, teams and clubs of this site."
        actions={
          hasRight(viewer, 'manage-groups') && (
            <ButtonLink to="/admin/groups" variant="quiet">
              Manage groups
            </ButtonLink>
          )
        }
      />
      {hasGroups && (
        <SearchField
          name="q"
          label="Search groups"
          placeholder="Search by name"
          maxLength={groupConstants.searchMax}
          className="mb-8 max-w-prose"
        />
      )}
      {groups.length === 0 ? (
        <EmptyState
          icon={UsersRound}
          action={q && <ButtonLink to="/groups">See all groups</ButtonLink>}
        >
          {q ? `No group found for “${q}”.` : 'This site has no groups yet.'}
        </EmptyState>
      ) : (
        <ul className="grid gap-3">
          {groups.map((group) => (
            <GroupRow key={group.id} group={group} />
          ))}
        </ul>
      )}
      <Pager page={page} pages={pages} label="Pages of the groups" />
    </Page>
  );
}
