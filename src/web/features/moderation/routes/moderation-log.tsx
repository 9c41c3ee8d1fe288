import { ScrollText } from 'lucide-react';
import { listModerationLog } from '#domain/moderation/log/list-moderation-log.ts';
import { moderationActions } from '#shared/constants/moderation/moderation-actions.ts';
import { logQuery } from '#shared/schemas/moderation/moderation.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { openPage } from '#web/lib/actions/list-redirects.ts';
import { guardedHead } from '#web/lib/seo/page-head.ts';
import { logPath, tradingPairsPath } from '#web/paths/moderation.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LogFilters } from '#web/ui/lists/log-filters.tsx';
import { Pager } from '#web/ui/lists/pager.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { actionNames } from '../components/log/moderation-action-names.ts';
import { ModerationLogTable } from '../components/log/moderation-log-table.tsx';
import { runModeratorLoader } from '../run-moderation-page.ts';
import type { Route } from './+types/moderation-log';

export const meta = guardedHead('Moderation log');

export const handle = { failure: 'Failed to load the log.' };

export async function loader(args: Route.LoaderArgs) {
  return runModeratorLoader(args, async (ctx, url) => {
    const query = parseInput(logQuery, url.searchParams);
    return { ...(await openPage(url, listModerationLog(ctx, query))), query };
  });
}

/** The list of all moderation actions. */
export default function ModerationLog({ loaderData }: Route.ComponentProps) {
  const { entries, page, pages, query } = loaderData;
  const { of, by, q, act } = query;
  const isFiltered = of !== null || by !== null || q !== '' || act !== null;
  return (
    <Page width="wide">
      <PageHeader
        title="Moderation log"
        intro="Every act of moderation, by whom and why."
        back={{ to: '/profile', label: 'Back to profile' }}
        actions={
          of === null ? (
            <ButtonLink to={tradingPairsPath({})} variant="quiet">
              Trading pairs
            </ButtonLink>
          ) : (
            <ButtonLink to={`/profile/${of}/moderation`} variant="quiet">
              Moderate {of}
            </ButtonLink>
          )
        }
      />
      <div className="mb-8">
        <LogFilters
          acts={moderationActions}
          names={actionNames}
          act={act}
          searches={[
            { name: 'of', label: 'Account', placeholder: 'Username of an account', maxLength: 20 },
            {
              name: 'by',
              label: 'Moderator',
              placeholder: 'Username of a moderator',
              maxLength: 20,
            },
            { name: 'q', label: 'Words of the reason' },
          ]}
        />
      </div>
      {entries.length === 0 ? (
        <EmptyState
          icon={ScrollText}
          action={isFiltered && <ButtonLink to={logPath({})}>Show the whole log</ButtonLink>}
        >
          {isFiltered ? 'No such act is in the log.' : 'Nothing had to be moderated yet.'}
        </EmptyState>
      ) : (
        <ModerationLogTable entries={entries} />
      )}
      <Pager page={page} pages={pages} label="Pages of the log" />
    </Page>
  );
}
