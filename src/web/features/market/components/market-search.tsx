import { Form, useNavigation } from 'react-router';
import type { MarketGame } from '#domain/market/lists/list-market-games.ts';
import { marketConstants } from '#shared/constants/market/market.ts';
import { marketRoot, type ShownMarketQuery } from '#web/paths/market.ts';
import { Button } from '#web/ui/button.tsx';
import { SearchInput } from '#web/ui/fields/search-input.tsx';

interface MarketSearchProps {
  query: ShownMarketQuery;
  games: MarketGame[];
}

/** The search form: a term and a game. It keeps rarity, order and items per page. */
export function MarketSearch({ query, games }: MarketSearchProps) {
  const { q, game, rarity, order, perPage, usualPerPage } = query;
  const navigation = useNavigation();
  // A GET with `buy` opens the dialog of a listing.
  const searching = navigation.formMethod === 'GET' && navigation.formData?.get('buy') === null;

  return (
    <Form
      method="get"
      action={marketRoot}
      role="search"
      className="mb-5 grid grid-cols-[minmax(0,1fr)_auto] gap-2 sm:mb-6 sm:grid-cols-[minmax(0,1fr)_minmax(0,16rem)_auto] sm:gap-3"
    >
      {rarity && <input type="hidden" name="rarity" value={rarity} />}
      {order !== 'newest' && <input type="hidden" name="order" value={order} />}
      {perPage !== usualPerPage && <input type="hidden" name="perPage" value={perPage} />}
      <SearchInput
        name="q"
        term={q}
        label="Search cards or sellers"
        placeholder="Search cards or sellers"
        maxLength={marketConstants.searchMax}
        className="max-sm:col-span-full"
      />
      <div className="min-w-0">
        <label htmlFor="market-game" className="sr-only">
          Game
        </label>
        <select
          // Resets the uncontrolled select when Back or Forward changes the query.
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
