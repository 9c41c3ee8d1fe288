import { Link, useLocation } from 'react-router';
import { type GameOrder, gameOrders } from '#shared/constants/catalog/game-order.ts';
import { useGamePrefetch } from '#web/lib/root-data.ts';

interface GameOrderLinksProps {
  current: GameOrder;
  /** Whether the list is a search result; the order `relevance` is then labelled `Best match`. */
  searched: boolean;
}

const labels: Record<GameOrder, string> = {
  relevance: 'Popular',
  rating: 'Top rated',
  released: 'Newest',
  name: 'Name',
};

/** The orders of the list as links, so that the order is part of the URL. They keep search and genre. */
export function GameOrderLinks({ current, searched }: GameOrderLinksProps) {
  const { search } = useLocation();
  const prefetch = useGamePrefetch();
  function linkTo(order: GameOrder) {
    const query = new URLSearchParams(search);
    query.delete('page');
    if (order === gameOrders[0]) query.delete('order');
    else query.set('order', order);
    return { pathname: '/', search: query.toString() };
  }
  return (
    <nav aria-label="Order" className="max-w-full">
      <ul className="flex flex-wrap rounded-md bg-well p-1 text-sm font-medium">
        {gameOrders.map((order) => (
          <li key={order}>
            <Link
              to={linkTo(order)}
              prefetch={prefetch}
              aria-current={order === current ? 'true' : undefined}
              className={`inline-flex min-h-9 items-center rounded-sm px-3 whitespace-nowrap transition-colors max-xs:px-2.5 max-[22rem]:px-1.25 ${order === current ? 'bg-raised text-ink shadow-lift' : 'text-muted hover:text-ink'}`}
            >
              {order === 'relevance' && searched ? 'Best match' : labels[order]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
