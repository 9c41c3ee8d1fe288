import { Link } from 'react-router';
import { type MarketOrder, marketOrders } from '#shared/constants/market/market.ts';
import { type Rarity, rarities } from '#shared/constants/rarity.ts';
import { CachedMarkup } from '#web/lib/rendering-cache/cached-markup.tsx';
import { marketPath, type ShownMarketQuery } from '#web/paths/market.ts';
import { RaritySymbol, rarityNames } from '#web/ui/cards/rarity-badge.tsx';
import { ChipLink } from '#web/ui/chip.tsx';

/** Parameters with what a reader typed, which nobody else may ever type. */
const typedParameter = /[?&](?:q|seller|min|max|game)=/;

/** The filter by rarity as links; `pathOf` returns the path of the list with a rarity. */
export function RarityChips({
  current,
  pathOf,
}: {
  current: Rarity | null;
  pathOf: (rarity: Rarity | null) => string;
}) {
  const allPath = pathOf(null);
  return (
    <nav aria-label="Rarity" className="-mx-4 overflow-x-auto px-4 py-1 sm:mx-0 sm:px-0">
      <CachedMarkup
        as="ul"
        className="flex w-max gap-2 sm:w-auto sm:flex-wrap"
        inputs={typedParameter.test(allPath) ? null : ['rarity chips', current, allPath]}
      >
        {() => (
          <>
            <li>
              <ChipLink to={allPath} current={current === null}>
                All rarities
              </ChipLink>
            </li>
            {rarities.map((rarity) => (
              <li key={rarity}>
                <ChipLink to={pathOf(rarity)} current={current === rarity}>
                  <RaritySymbol
                    rarity={rarity}
                    className={current === rarity ? 'text-on-accent!' : ''}
                  />
                  {rarityNames[rarity]}
                </ChipLink>
              </li>
            ))}
          </>
        )}
      </CachedMarkup>
    </nav>
  );
}

const orderNames: Record<MarketOrder, string> = { newest: 'Newest', price: 'Price' };

/** The orders of the market as links. */
export function MarketOrderLinks({ query }: { query: ShownMarketQuery }) {
  return (
    <nav aria-label="Order" className="shrink-0">
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
