import { Form, Link } from 'react-router';
import { type MarketOrder, type MarketQuery, marketOrders } from '#shared/inputs/market.ts';
import { rarities } from '#shared/rarity.ts';
import { Button } from '../button.tsx';
import { ChipLink } from '../chip.tsx';
import { RarityMark } from '../rarity.tsx';
import { marketPath, marketRoot } from './market-address.ts';
import { rarityName } from './market-caption.tsx';

interface GameFilterProps {
  query: MarketQuery;
  games: { id: number; name: string }[];
}

/** The filter by game: a form of its own, so that it works without script. */
export function GameFilter({ query, games }: GameFilterProps) {
  return (
    <Form method="get" action={marketRoot} className="flex min-w-0 gap-2">
      {query.q && <input type="hidden" name="q" value={query.q} />}
      {query.rarity && <input type="hidden" name="rarity" value={query.rarity} />}
      {query.order !== 'newest' && <input type="hidden" name="order" value={query.order} />}
      <label htmlFor="market-game" className="sr-only">
        Game
      </label>
      <select
        // Back and Forward change the address under it.
        key={query.game}
        id="market-game"
        name="game"
        defaultValue={query.game ?? ''}
        className="control min-h-11 min-w-0 flex-1 px-3.5"
      >
        <option value="">All games</option>
        {games.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <Button variant="quiet">Filter</Button>
    </Form>
  );
}

/** The filter by rarity as links; the rest of the address is kept. */
export function RarityChips({ query }: { query: MarketQuery }) {
  return (
    <nav aria-label="Rarity" className="-mx-4 overflow-x-auto px-4 py-1 sm:mx-0 sm:px-0">
      <ul className="flex w-max gap-2 sm:w-auto sm:flex-wrap">
        <li>
          <ChipLink
            to={marketPath({ ...query, rarity: null, page: 1 })}
            current={query.rarity === null}
          >
            All rarities
          </ChipLink>
        </li>
        {rarities.map((rarity) => (
          <li key={rarity}>
            <ChipLink
              to={marketPath({ ...query, rarity, page: 1 })}
              current={query.rarity === rarity}
            >
              <RarityMark
                rarity={rarity}
                className={query.rarity === rarity ? 'text-on-accent!' : ''}
              />
              {rarityName(rarity)}
            </ChipLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const orderNames: Record<MarketOrder, string> = { newest: 'Newest', price: 'Price' };

/** The orders of the market as links. */
export function MarketOrderLinks({ query }: { query: MarketQuery }) {
  return (
    <nav aria-label="Order">
      <ul className="flex rounded-md bg-well p-1 text-sm font-medium">
        {marketOrders.map((order) => (
          <li key={order}>
            <Link
              to={marketPath({ ...query, order, page: 1 })}
              prefetch="intent"
              aria-current={order === query.order ? 'true' : undefined}
              className={`inline-flex min-h-9 items-center rounded-sm px-3 whitespace-nowrap transition-colors ${order === query.order ? 'bg-raised text-ink shadow-lift' : 'text-muted hover:text-ink'}`}
            >
              {orderNames[order]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
