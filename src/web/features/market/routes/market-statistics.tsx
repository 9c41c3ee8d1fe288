import { ChartColumn } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import {
  getMarketStatistics,
  type MarketStatistics as Statistics,
} from '#domain/market/history/get-market-statistics.ts';
import { runLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { getSiteName, pageHead } from '#web/lib/seo/page-head.ts';
import { cardPath, marketStatisticsPath } from '#web/paths/market.ts';
import { RarityBadge } from '#web/ui/cards/rarity-badge.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { PageSection } from '#web/ui/page-section.tsx';
import { MoneyAmount } from '#web/ui/texts/money-amount.tsx';
import { useNumbers } from '#web/ui/texts/numbers.ts';
import { MarketTabs } from '../components/market-tabs.tsx';
import { VolumeChart } from '../components/statistics/volume-chart.tsx';
import type { Route } from './+types/market-statistics.ts';

export async function loader(args: Route.LoaderArgs) {
  return runLoader(args, (ctx) => getMarketStatistics(ctx));
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageHead(matches, {
    title: 'Market statistics',
    description: `What players traded at ${getSiteName(matches)} in the last 30 days, by day, card and rarity.`,
    path: marketStatisticsPath,
  });

export const handle = { failure: 'Failed to load the market.' };

/** The market of the last 30 days in numbers. */
export default function MarketStatistics({ loaderData }: Route.ComponentProps) {
  const { formatMoney, formatInteger } = useNumbers();
  const { days, sales, amount, traded, moved, rarities } = loaderData;
  return (
    <Page width="wide">
      <PageHeader title="Market" intro="The last 30 days in numbers." />
      <MarketTabs current="statistics" />
      {sales === 0 ? (
        <EmptyState icon={ChartColumn}>Nothing was sold in the last 30 days.</EmptyState>
      ) : (
        <div className="grid items-start gap-12 xl:grid-cols-2">
          <PageSection
            title="Volume"
            intro={`${formatInteger(sales)} cards for ${formatMoney(amount)}`}
          >
            <VolumeChart days={days} />
          </PageSection>
          <PageSection
            title="Prices by rarity"
            intro="The median of the last seven days against the days before."
          >
            <Rarities rarities={rarities} />
          </PageSection>
          <PageSection title="Most traded" intro="Copies sold in the last 30 days.">
            <CardTable
              cards={traded}
              heading="Sold"
              valueOf={(card) => formatInteger(card.sales)}
            />
          </PageSection>
          <PageSection
            title="Biggest moves"
            intro="The median of the last seven days against the days before."
          >
            {moved.length > 0 ? (
              <CardTable
                cards={moved}
                heading="Change"
                valueOf={({ change }) => <Change change={change} />}
              />
            ) : (
              <EmptyState>No price has moved yet.</EmptyState>
            )}
          </PageSection>
        </div>
      )}
    </Page>
  );
}

const cell = 'px-4 py-3 sm:px-6';

type NamedCard = Pick<
  Statistics['traded'][number],
  'gameId' | 'kindId' | 'gameName' | 'name' | 'rarity'
>;

function CardTable<Card extends NamedCard>(props: {
  cards: readonly Card[];
  heading: string;
  valueOf: (card: Card) => ReactNode;
}) {
  return (
    <div className="overflow-hidden rounded-lg bg-surface shadow-lift">
      <table className="w-full text-left">
        <thead className="text-sm text-muted">
          <tr>
            <th scope="col" className={`${cell} font-medium`}>
              Card
            </th>
            <th scope="col" className={`${cell} text-right font-medium`}>
              {props.heading}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {props.cards.map((card) => (
            <tr key={`${card.gameId}:${card.kindId}`}>
              <td className={`${cell} wrap-anywhere`}>
                <Link
                  to={cardPath(card.kindId, card.gameId)}
                  prefetch="intent"
                  className="font-semibold text-link"
                >
                  {card.name}
                </Link>{' '}
                <span className="text-muted">{card.gameName}</span>
                <span className="block text-sm">
                  <RarityBadge rarity={card.rarity} />
                </span>
              </td>
              <td className={`${cell} text-right font-semibold tabular-nums`}>
                {props.valueOf(card)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Change({ change }: { change: number }) {
  const percent = Math.round(change * 100);
  return (
    <span className={percent < 0 ? 'text-danger' : 'text-alive'}>
      {percent > 0 && '+'}
      {percent}%
    </span>
  );
}

function Rarities({ rarities }: Pick<Statistics, 'rarities'>) {
  return (
    <dl className="grid gap-px overflow-hidden rounded-lg bg-line shadow-lift">
      {rarities.map(({ rarity, recent, before }) => (
        <div
          key={rarity}
          className="flex flex-wrap items-baseline justify-between gap-x-4 bg-surface px-4 py-3 sm:px-6"
        >
          <dt>
            <RarityBadge rarity={rarity} />
          </dt>
          <dd className="flex items-baseline gap-4 font-semibold tabular-nums">
            {recent === null ? (
              <span className="font-normal text-muted">no sales</span>
            ) : (
              <MoneyAmount cents={recent} />
            )}
            {recent !== null && before !== null && before > 0 && (
              <Change change={recent / before - 1} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
