import { Link, useLocation } from 'react-router';
import { type GameOrder, gameOrders } from '#shared/constants/game-order.ts';
import { useGamePrefetch } from '#web/lib/viewer.ts';

interface OrderLinksProps {
  current: GameOrder;
  /** Whether something was searched, so that there are better matches and worse. */
  searched: boolean;
}

const labels: Record<GameOrder, string> = {
  relevance: 'Popular',
  rating: 'Top rated',
  released: 'Newest',
  name: 'Name',
};

/** The orders of the list as links, so that the address holds the choice; search and genre are kept. */
export function OrderLinks({ current, searched }: OrderLinksProps) {
  const { search } = useLocation();
  const prefetch = useGamePrefetch();
  function to(order: GameOrder) {
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
              to={to(order)}
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
