import { Search } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Form, useNavigation } from 'react-router';
import type { MarketQuery } from '#shared/inputs/market.ts';
import { market } from '#shared/limits.ts';
import { Button } from '../button.tsx';
import { marketRoot } from './market-address.ts';

interface MarketSearchProps {
  query: MarketQuery;
  games: { id: number; name: string }[];
}

/** The search form (spec 2): a term and a game, sent together; rarity and order are kept. */
export function MarketSearch({ query, games }: MarketSearchProps) {
  const { q, game, rarity, order } = query;
  const navigation = useNavigation();
  const input = useRef<HTMLInputElement>(null);
  const searching = navigation.formMethod === 'GET' && navigation.formData?.get('buy') === null;

  // Back and Forward change the address under the input. What was typed while the page woke stays.
  const shown = useRef(q);
  useEffect(() => {
    if (shown.current === q) return;
    shown.current = q;
    if (input.current) input.current.value = q;
  }, [q]);

  return (
    <Form
      method="get"
      action={marketRoot}
      role="search"
      className="mb-5 grid grid-cols-[minmax(0,1fr)_auto] gap-2 sm:mb-6 sm:grid-cols-[minmax(0,1fr)_minmax(0,16rem)_auto] sm:gap-3"
    >
      {rarity && <input type="hidden" name="rarity" value={rarity} />}
      {order !== 'newest' && <input type="hidden" name="order" value={order} />}
      <div className="relative max-sm:col-span-full">
        <label htmlFor="market-search" className="sr-only">
          Search cards or sellers
        </label>
        <Search
          aria-hidden
          className="pointer-events-none absolute inset-y-0 left-3.5 my-auto size-5 text-muted"
        />
        <input
          ref={input}
          id="market-search"
          type="search"
          name="q"
          defaultValue={q}
          placeholder="Search cards or sellers"
          maxLength={market.searchMax}
          autoComplete="off"
          enterKeyHint="search"
          className="control min-h-11 pr-3 pl-11"
        />
      </div>
      <div className="min-w-0">
        <label htmlFor="market-game" className="sr-only">
          Game
        </label>
        <select
          // Back and Forward change the address under it.
          key={game}
          id="market-game"
          name="game"
          defaultValue={game ?? ''}
          className="control min-h-11 w-full px-3.5"
        >
          <option value="">All games</option>
          {games.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <Button variant="quiet" pending={searching}>
        Search
      </Button>
    </Form>
  );
}
