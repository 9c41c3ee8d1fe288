import { Link } from 'react-router';
import { usePartsOff, useViewer } from '#web/lib/root-data.ts';
import { useUnreadCounts } from '#web/lib/use-unread-counts.ts';
import {
  marketCardsRoot,
  marketRoot,
  marketStatisticsPath,
  ordersPath,
} from '#web/paths/market.ts';
import { CountBadge } from '#web/ui/count-badge.tsx';

const tabs = [
  { id: 'items', label: 'Items', to: marketRoot },
  { id: 'cards', label: 'Cards', to: marketCardsRoot },
  // Without a market, its orders can still be cancelled.
  { id: 'orders', label: 'Orders', to: ordersPath, onlyPlayers: true },
  { id: 'statistics', label: 'Statistics', to: marketStatisticsPath },
  { id: 'trades', label: 'Trades', to: `${marketRoot}/trades`, onlyPlayers: true },
] as const;

export type MarketTab = (typeof tabs)[number]['id'];

/** The views of the market as links. 'Trades' has the number of offers that wait for an answer. */
export function MarketTabs({ current }: { current: MarketTab }) {
  const viewer = useViewer();
  const { offers } = useUnreadCounts();
  const off = usePartsOff();
  // Guests neither order nor trade.
  const isPlayer = viewer !== null && viewer.role !== 'guest';
  return (
    <nav
      aria-label="Views of the market"
      className="-mx-4 mb-6 overflow-x-auto border-b border-line px-2 sm:mx-0 sm:px-0"
    >
      <ul className="flex w-max sm:gap-2">
        {tabs
          .filter((tab) => ('onlyPlayers' in tab ? isPlayer : !off.market))
          .map(({ id, label, to }) => (
            <li key={id}>
              <Link
                to={to}
                prefetch="intent"
                aria-current={id === current ? 'page' : undefined}
                className={`inline-flex min-h-11 items-center border-b-2 px-2 text-[0.9375rem] font-medium whitespace-nowrap transition-colors sm:px-4 sm:text-base ${id === current ? 'border-accent text-ink' : 'border-transparent text-muted hover:text-ink'}`}
              >
                {label}
                {id === 'trades' && offers > 0 && (
                  <>
                    <CountBadge count={offers} className="ml-1.5" />
                    <span className="sr-only">
                      {' '}
                      {offers === 1 ? 'offer waits' : 'offers wait'} for you
                    </span>
                  </>
                )}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  );
}
