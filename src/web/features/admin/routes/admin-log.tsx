import { ScrollText } from 'lucide-react';
import { Link } from 'react-router';
import { listAdminLog } from '#domain/administration/list-admin-log.ts';
import { adminActions } from '#shared/constants/site/admin-actions.ts';
import { adminLogQuery } from '#shared/schemas/moderation/moderation.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { openPage } from '#web/lib/actions/list-redirects.ts';
import { guardedHead } from '#web/lib/seo/page-head.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { DataTable } from '#web/ui/lists/data-table.tsx';
import { LogFilters } from '#web/ui/lists/log-filters.tsx';
import { Pager } from '#web/ui/lists/pager.tsx';
import { DateTime } from '#web/ui/texts/date-time.tsx';
import { useNumbers } from '#web/ui/texts/numbers.ts';
import {
  adminActionNames,
  describeAdminAction,
  findGameName,
} from '../components/admin-action-texts.ts';
import { AdminPage } from '../components/admin-page.tsx';
import { runAdminLoader } from '../run-admin-page.ts';
import type { Route } from './+types/admin-log';

export const meta = guardedHead('Log of changes');

export const handle = { failure: 'Failed to load the log.' };

export async function loader(args: Route.LoaderArgs) {
  return runAdminLoader(args, async (ctx, url) => {
    const query = parseInput(adminLogQuery, url.searchParams);
    const log = await openPage(url, listAdminLog(ctx, query), query);
    return { ...log, query };
  });
}

const cellClass = 'align-top max-lg:p-0 px-5 py-3.5';

/** What catalog editors and admins changed. */
export default function AdminLog({ loaderData }: Route.ComponentProps) {
  const { entries, pages, query } = loaderData;
  const { of, q, act, page } = query;
  const { formatMoney } = useNumbers();
  const isFiltered = of !== null || q !== '' || act !== null;
  return (
    <AdminPage current="log" title="Log of changes">
      <LogFilters
        acts={adminActions}
        names={adminActionNames}
        act={act}
        searches={[
          { name: 'of', label: 'Account', placeholder: 'Username of an account', maxLength: 20 },
          { name: 'q', label: 'Name or id of a game' },
        ]}
      />
      {entries.length === 0 ? (
        <EmptyState
          icon={ScrollText}
          action={isFiltered && <ButtonLink to="/admin/log">Show the whole log</ButtonLink>}
        >
          {isFiltered ? 'No such act is in the log.' : 'Nothing was changed yet.'}
        </EmptyState>
      ) : (
        <DataTable from="lg" headings={['When', 'Who', 'What', 'About', 'More']}>
          {entries.map(({ id, at, account, ...entry }) => (
            <tr key={id} className="max-lg:grid max-lg:gap-1 max-lg:px-5 max-lg:py-4">
              <td className={`${cellClass} text-sm text-muted lg:whitespace-nowrap`}>
                <DateTime value={at} />
              </td>
              <td className={cellClass}>
                <Link
                  to={`/profile/${account}`}
                  className="inline-flex min-h-6 items-center text-link wrap-anywhere"
                >
                  {account}
                </Link>
              </td>
              <td className={`${cellClass} font-semibold`}>{adminActionNames[entry.act]}</td>
              <td className={`${cellClass} wrap-anywhere`}>
                <GameLink entry={entry} />
              </td>
              <td className={`${cellClass} text-muted`}>
                {describeAdminAction(entry, formatMoney)}
              </td>
            </tr>
          ))}
        </DataTable>
      )}
      <Pager page={page} pages={pages} label="Pages of the log" />
    </AdminPage>
  );
}

type Entry = Parameters<typeof findGameName>[0] & { subject: string };

/** Leads to the page of the game of the site that was changed. */
function GameLink({ entry }: { entry: Entry }) {
  const name = findGameName(entry);
  if (name === null || !/^\d+$/.test(entry.subject)) return name;
  return (
    <Link
      to={`/game-info/${entry.subject}`}
      className="inline-flex min-h-6 items-center text-link wrap-anywhere"
    >
      {name}
    </Link>
  );
}
