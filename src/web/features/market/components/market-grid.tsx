import { ShoppingBag } from 'lucide-react';
import { Form, Link } from 'react-router';
import type { MarketListing } from '#domain/market/lists/list-listings.ts';
import { CachedMarkup } from '#web/lib/rendering-cache/cached-markup.tsx';
import { tile, tileGrid } from '#web/lib/use-grid-keys.ts';
import {
  buyPath,
  cardPath,
  marketRoot,
  type ShownMarketQuery,
  toMarketParameters,
} from '#web/paths/market.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { CardPicture } from '#web/ui/cards/card-picture.tsx';
import { RarityBadge } from '#web/ui/cards/rarity-badge.tsx';
import { MoneyAmount } from '#web/ui/texts/money-amount.tsx';
import { type Numbers, useNumbers } from '#web/ui/texts/numbers.ts';
import { OwnListingActions } from './own-listings/own-listing-actions.tsx';
import type { ListingRemoval } from './own-listings/use-listing-removal.ts';

/** A listing in the grid. */
export interface GridListing extends MarketListing {
  /** The idempotency key of the Remove form; set on the reader's own listings in the list. */
  removeKey?: string;
}

interface MarketGridProps {
  items: GridListing[];
  query: ShownMarketQuery;
  /** The reader's balance in cents; null for a visitor, who has to log in first. */
  balance: number | null;
  /** Opens the confirmation to buy on this page. */
  onBuy: (item: GridListing) => void;
  removal: ListingRemoval;
}

/** The cards for sale, with Buy, or Change price and Remove for the reader's own listings. */
export function MarketGrid({ items, query, balance, onBuy, removal }: MarketGridProps) {
  const numbers = useNumbers();
  return (
    <ul {...tileGrid} className="grid grid-cols-2 gap-4 sm:grid-cols-3 sm:gap-6 lg:grid-cols-5">
      {items.map((item, index) => (
        <CachedMarkup
          as="li"
          key={item.id}
          inputs={
            // The form of an own item has a key, and a missing amount depends on the balance. What a reader searches
            // for is in the links, and nobody else may ever search for it.
            item.own || query.q !== '' || (balance !== null && balance < item.price)
              ? null
              : ['market item', item, query, index < 5, balance === null]
          }
        >
          {() => (
            <article
              aria-labelledby={`item-${item.id}`}
              className={`flex h-full flex-col rounded-lg bg-surface p-3 shadow-lift sm:p-4 ${item.own ? 'ring-2 ring-accent ring-inset' : ''}`}
            >
              <Link
                to={cardPath(item.kind.id, item.game.id)}
                tabIndex={-1}
                aria-hidden
                className="mx-auto mb-4 block w-full max-w-52 transition-transform hover:-translate-y-1"
              >
                <CardPicture
                  name={item.kind.name}
                  rarity={item.kind.rarity}
                  picture={item.kind.picture}
                  caption={false}
                  eager={index < 5}
                />
              </Link>
              <Facts item={item} />
              <div className="mt-auto flex flex-wrap items-center justify-between gap-x-3 gap-y-2 pt-4">
                <MoneyAmount cents={item.price} className="font-display text-xl font-bold" />
                {item.own ? (
                  item.removeKey && (
                    <div className="flex w-full flex-wrap gap-2">
                      <OwnListingActions
                        item={{ ...item, name: item.kind.name, removeKey: item.removeKey }}
                        removal={removal}
                      />
                    </div>
                  )
                ) : balance === null ? (
                  <ButtonLink
                    to={`/login?next=${encodeURIComponent(buyPath(query, item.id))}`}
                    size="sm"
                    prefetch="none"
                    aria-label={buyLabel(item, numbers)}
                  >
                    <ShoppingBag aria-hidden />
                    Buy
                  </ButtonLink>
                ) : (
                  <BuyButton item={item} query={query} balance={balance} onBuy={onBuy} />
                )}
                {!item.own && balance !== null && balance < item.price && (
                  <p className="w-full text-xs text-muted">
                    Not enough money: {numbers.formatMoney(item.price - balance)} missing
                  </p>
                )}
              </div>
            </article>
          )}
        </CachedMarkup>
      ))}
    </ul>
  );
}

const buyLabel = ({ kind, price }: GridListing, { formatMoney }: Numbers) =>
  `Buy ${kind.name} for ${formatMoney(price)}`;

/** Without scripts the form opens the page with the confirmation. */
function BuyButton({
  item,
  query,
  balance,
  onBuy,
}: { item: GridListing; balance: number } & Pick<MarketGridProps, 'query' | 'onBuy'>) {
  const numbers = useNumbers();
  return (
    <Form
      method="get"
      action={marketRoot}
      onSubmit={(event) => {
        event.preventDefault();
        onBuy(item);
      }}
    >
      {[...toMarketParameters(query)].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="buy" value={item.id} />
      <Button
        size="sm"
        variant={balance < item.price ? 'quiet' : 'primary'}
        aria-label={buyLabel(item, numbers)}
      >
        <ShoppingBag aria-hidden />
        Buy
      </Button>
    </Form>
  );
}

function Facts({ item }: { item: GridListing }) {
  return (
    <div className="grid content-start gap-1 text-sm">
      <h3 id={`item-${item.id}`} className="text-lg leading-tight wrap-anywhere">
        <Link
          {...tile}
          to={cardPath(item.kind.id, item.game.id)}
          prefetch="intent"
          className="rounded-sm hover:text-accent-ink"
        >
          {item.kind.name}
        </Link>
      </h3>
      <RarityBadge rarity={item.kind.rarity} />
      <Link
        to={`/game-info/${item.game.id}`}
        className="inline-flex min-h-6 w-fit items-center wrap-anywhere text-muted transition-colors hover:text-ink"
      >
        {item.game.name}
      </Link>
      {item.own ? (
        <p className="flex min-h-6 items-center font-semibold text-accent-ink">Yours</p>
      ) : (
        <p className="min-h-6 text-muted">
          <span className="sr-only">Sold </span>by{' '}
          <Link
            to={`/profile/${item.seller.username}`}
            className="inline-flex min-h-6 items-center wrap-anywhere text-ink hover:text-accent-ink"
          >
            {item.seller.username}
          </Link>
        </p>
      )}
    </div>
  );
}
