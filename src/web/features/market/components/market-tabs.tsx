import { Link } from 'react-router';
import { useViewer } from '#web/lib/viewer.ts';
import { marketCardsRoot, marketRoot, marketStatisticsPath, ordersPath } from './market-paths.ts';

const tabs = [
  { id: 'items', label: 'Items', to: marketRoot, onlyPlayers: false },
  { id: 'cards', label: 'Cards', to: marketCardsRoot, onlyPlayers: false },
  { id: 'orders', label: 'Orders', to: ordersPath, onlyPlayers: true },
  { id: 'statistics', label: 'Statistics', to: marketStatisticsPath, onlyPlayers: false },
  { id: 'trades', label: 'Trades', to: `${marketRoot}/trades`, onlyPlayers: true },
] as const;

export type MarketTab = (typeof tabs)[number]['id'];

/** The views of the market as links. */
export function MarketTabs({ current }: { current: MarketTab }) {
  const viewer = useViewer();
  return (
    <nav
      aria-label="Views of the market"
      className="-mx-4 mb-6 overflow-x-auto border-b border-line px-4 sm:mx-0 sm:px-0"
    >
      <ul className="flex w-max gap-1 sm:gap-2">
        {tabs
          .filter(({ onlyPlayers }) => viewer !== null || !onlyPlayers)
          .map(({ id, label, to }) => (
            <li key={id}>
              <Link
                to={to}
                prefetch="intent"
                aria-current={id === current ? 'page' : undefined}
                className={`inline-flex min-h-11 items-center border-b-2 px-3 font-medium whitespace-nowrap transition-colors sm:px-4 ${id === current ? 'border-accent text-ink' : 'border-transparent text-muted hover:text-ink'}`}
              >
                {label}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  );
}
