import { TrendingDown, TrendingUp } from 'lucide-react';
import { Link } from 'react-router';
import type { MarketTile } from '#domain/market/cards/list-market-cards.ts';
import { marketCardConstants } from '#shared/constants/market/market-cards.ts';
import { useWishes, WishForm, WishToggle } from '#web/features/wishlist/public.ts';
import { CachedMarkup } from '#web/lib/rendering-cache/cached-markup.tsx';
import { tile, tileGrid } from '#web/lib/use-grid-keys.ts';
import { cardPath } from '#web/paths/market.ts';
import { CardPicture } from '#web/ui/cards/card-picture.tsx';
import { RarityBadge } from '#web/ui/cards/rarity-badge.tsx';
import { MoneyAmount } from '#web/ui/texts/money-amount.tsx';
import { type Numbers, useNumbers } from '#web/ui/texts/numbers.ts';

/** The tiles whose pictures are in view when the page opens. */
const eagerTiles = 8;

/** One tile for each card: its lowest price, how many are for sale, and what the reader has of it. */
export function MarketTileGrid(props: { cards: readonly MarketTile[]; canWish: boolean }) {
  const { cards, canWish } = props;
  const wishes = useWishes();
  return (
    <>
      {canWish && <WishForm wishes={wishes} />}
      <ul
        {...tileGrid}
        className="grid grid-cols-2 gap-4 sm:grid-cols-3 sm:gap-6 lg:grid-cols-4 xl:grid-cols-6 2xl:grid-cols-8"
      >
        {cards.map(({ wished, ...card }, index) => (
          <li
            key={`${card.game.id}:${card.kind.id}`}
            className={`flex flex-col rounded-lg bg-surface shadow-lift ${card.held + card.listed > 0 ? 'ring-2 ring-alive/60 ring-inset' : ''}`}
          >
            <CachedMarkup
              as="div"
              inputs={['market tile', card, index < eagerTiles]}
              className="grow"
            >
              {() => <MarketTileCard card={card} eager={index < eagerTiles} />}
            </CachedMarkup>
            {canWish && (
              <WishToggle
                wishes={wishes}
                gameId={card.game.id}
                kindId={card.kind.id}
                name={`${card.kind.name} of ${card.game.name}`}
                isWished={wished}
              />
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** A tile without what the reader can change on it. */
type TileCard = Omit<MarketTile, 'wished'>;

function MarketTileCard({ card, eager }: { card: TileCard; eager: boolean }) {
  const numbers = useNumbers();
  const { game, kind, price } = card;
  return (
    <Link
      {...tile}
      to={price === null ? `${cardPath(kind.id, game.id)}#order` : cardPath(kind.id, game.id)}
      prefetch="intent"
      className="group flex h-full flex-col rounded-lg p-3 sm:p-4"
    >
      <CardPicture
        name={kind.name}
        rarity={kind.rarity}
        picture={kind.picture || null}
        caption={false}
        eager={eager}
        className="mx-auto mb-4 w-full max-w-52 transition-transform group-hover:-translate-y-1"
      />
      <h3 className="font-display text-lg leading-tight font-bold wrap-anywhere">{kind.name}</h3>
      <RarityBadge rarity={kind.rarity} />
      <p className="mb-3 text-sm wrap-anywhere text-muted">{game.name}</p>
      <p className="mt-auto tabular-nums">
        {price === null ? (
          <>
            <span className="text-muted">Not for sale. </span>
            <span className="text-link">Order</span>
          </>
        ) : (
          <>
            <span className="text-sm text-muted">from </span>
            <MoneyAmount cents={price} className="font-display text-xl font-bold" />
          </>
        )}
      </p>
      <p className="text-sm text-muted tabular-nums">{describeTile(card, numbers)}</p>
      <Trend card={card} />
    </Link>
  );
}

/** `14 for sale · you have 2, 1 of them for sale` */
function describeTile({ forSale, held, listed }: TileCard, { formatInteger }: Numbers): string {
  const { tileCountMax } = marketCardConstants;
  const count = forSale > tileCountMax ? `${formatInteger(tileCountMax)}+` : formatInteger(forSale);
  const own = [held > 0 && `you have ${held}`, listed > 0 && `you sell ${listed}`];
  return [`${count} for sale`, ...own].filter(Boolean).join(' · ');
}

/** In the orders by trade: the sales of 30 days and how the price moved. */
function Trend({ card: { sales, change } }: { card: TileCard }) {
  const { formatInteger } = useNumbers();
  if (sales === null && change === null) return null;
  const percent = Math.round((change ?? 0) * 100);
  const Icon = percent < 0 ? TrendingDown : TrendingUp;
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted tabular-nums">
      {sales !== null && <span>{formatInteger(sales)} sold in 30 days</span>}
      {change !== null && (
        <span
          className={`inline-flex items-center gap-1 ${percent < 0 ? 'text-danger' : 'text-alive'}`}
        >
          <Icon aria-hidden className="size-4" />
          {percent > 0 && '+'}
          {percent}%<span className="sr-only"> this week</span>
        </span>
      )}
    </p>
  );
}
