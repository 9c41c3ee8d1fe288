import { Trophy } from 'lucide-react';
import { Link, useNavigation } from 'react-router';
import { type Collector, listCollectors } from '#domain/collections/list-collectors.ts';
import { readPrivacy } from '#domain/privacy/read-privacy.ts';
import type { LeaderboardMeasure } from '#shared/constants/leaderboards.ts';
import { leaderboardsQuery } from '#shared/schemas/leaderboards.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { leaveOutDefaults, openPage } from '#web/lib/actions/list-redirects.ts';
import { runLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { useViewer } from '#web/lib/root-data.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { Avatar } from '#web/ui/accounts/avatar.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { ChipLink } from '#web/ui/chip.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Pager } from '#web/ui/lists/pager.tsx';
import { Loading } from '#web/ui/loading/loading.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { useNumbers } from '#web/ui/texts/numbers.ts';
import type { Route } from './+types/leaderboards.ts';

export const meta: Route.MetaFunction = ({ matches }) => noIndexHead('Leaderboards', matches);

export const handle = { failure: 'Failed to load the leaderboards.' };

const defaults = { by: 'level', since: 'month', who: 'all' } as const;

export async function loader(args: Route.LoaderArgs) {
  return runLoader(args, async (ctx, url) => {
    const query = parseInput(leaderboardsQuery, url.searchParams);
    leaveOutDefaults(url, defaults);
    const board = await openPage(url, listCollectors(ctx, query), query);
    const isShown = !ctx.actor || (await readPrivacy(ctx.db, ctx.actor.id)).isInLeaderboards;
    return { ...board, isShown, query };
  });
}

/** The collectors with the most experience or complete sets. */
export default function Leaderboards({ loaderData }: Route.ComponentProps) {
  const { formatInteger } = useNumbers();
  const { collectors, own, isShown, pages, query } = loaderData;
  const viewer = useViewer();
  const isLoading = useNavigation().state === 'loading';
  const pathOf = (change: Partial<Omit<typeof query, 'page'>>) => {
    const next = { by: query.by, since: query.since, who: query.who, ...change };
    const search = Object.entries(next).filter(
      ([name, chosen]) => chosen !== defaults[name as keyof typeof defaults],
    );
    return `?${new URLSearchParams(search)}`;
  };
  return (
    <Page width="article">
      <PageHeader
        title="Leaderboards"
        intro={
          !isShown ? (
            <>
              You have chosen not to be shown here.{' '}
              <Link to="/settings/privacy" className="text-link">
                Settings
              </Link>
            </>
          ) : own === null ? (
            'The collectors with the most experience and complete sets.'
          ) : (
            `You are number ${formatInteger(own)}.`
          )
        }
        back={{ to: '/collection', label: 'Back to the collection' }}
      />
      <nav aria-label="Leaderboards" className="mb-8 flex flex-wrap gap-x-6 gap-y-3">
        <div className="flex flex-wrap gap-2">
          <ChipLink to={pathOf({ by: 'level' })} current={query.by === 'level'}>
            By level
          </ChipLink>
          <ChipLink to={pathOf({ by: 'sets' })} current={query.by === 'sets'}>
            By sets
          </ChipLink>
        </div>
        <div className="flex flex-wrap gap-2">
          <ChipLink to={pathOf({ since: 'month' })} current={query.since === 'month'}>
            This month
          </ChipLink>
          <ChipLink to={pathOf({ since: 'ever' })} current={query.since === 'ever'}>
            Ever
          </ChipLink>
        </div>
        {viewer && (
          <div className="flex flex-wrap gap-2">
            <ChipLink to={pathOf({ who: 'all' })} current={query.who === 'all'}>
              All
            </ChipLink>
            <ChipLink to={pathOf({ who: 'friends' })} current={query.who === 'friends'}>
              Friends
            </ChipLink>
          </div>
        )}
      </nav>
      {isLoading && <Loading />}
      {collectors.length > 0 ? (
        <ol className="grid gap-2">
          {collectors.map((collector) => (
            <CollectorRow key={collector.username} collector={collector} by={query.by} />
          ))}
        </ol>
      ) : (
        <EmptyState icon={Trophy} action={<ButtonLink to="/">Browse the shop</ButtonLink>}>
          {query.by === 'level' ? 'Nobody has crafted a badge yet.' : 'No set is complete yet.'}
        </EmptyState>
      )}
      <Pager page={query.page} pages={pages} label="Pages of the leaderboard" />
    </Page>
  );
}

const topColors = ['text-legendary', 'text-common', 'text-accent-ink'];

function CollectorRow({ collector, by }: { collector: Collector; by: LeaderboardMeasure }) {
  const { formatInteger } = useNumbers();
  const { position, username, name, profilePic, experience, level, sets, isReader } = collector;
  const setText = `${formatInteger(sets)} ${sets === 1 ? 'set' : 'sets'}`;
  return (
    <li
      aria-current={isReader || undefined}
      className={`panel flex items-center gap-4 px-4 py-3 sm:px-5 ${isReader ? 'ring-2 ring-accent' : ''}`}
    >
      <span
        className={`w-9 shrink-0 text-center font-display text-xl font-bold tabular-nums ${topColors[position - 1] ?? 'text-muted'}`}
      >
        {position}
      </span>
      <Avatar picture={profilePic} size={44} />
      <p className="grid min-w-0 flex-1">
        <Link
          to={`/profile/${username}`}
          prefetch="intent"
          className="font-semibold wrap-anywhere hover:text-link"
        >
          {username}
        </Link>
        <span className="text-sm text-muted">
          {isReader ? 'You' : name && name !== username ? <bdi>{name}</bdi> : setText}
        </span>
      </p>
      <p className="grid justify-items-end text-right">
        <span className="font-display text-lg font-bold tabular-nums">
          {by === 'sets' ? setText : `Level ${level}`}
        </span>
        <span className="text-sm text-muted tabular-nums">
          {by === 'sets' ? `Level ${level}` : `${formatInteger(experience)} experience`}
        </span>
      </p>
    </li>
  );
}
