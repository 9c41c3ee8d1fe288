import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { MarketCard } from '#domain/market/get-market-card.ts';
import { marketConstants } from '#shared/constants/market/market.ts';
import { WishButton } from '#web/features/wishlist/public.ts';
import { useViewer } from '#web/lib/root-data.ts';
import { Breadcrumb, type Crumb } from '#web/ui/breadcrumb.tsx';
import { CardPicture } from '#web/ui/cards/card-picture.tsx';
import { RarityBadge } from '#web/ui/cards/rarity-badge.tsx';
import { MoneyAmount } from '#web/ui/texts/money-amount.tsx';
import { useNumbers } from '#web/ui/texts/numbers.ts';
import { formatCardCount, formatOdds } from '../format-card-numbers.ts';
import { OwnCopies } from './own-copies.tsx';

interface CardHeaderProps
  extends Pick<MarketCard, 'card' | 'ofGame' | 'game' | 'existing' | 'forSale' | 'price' | 'held'> {
  setSize: number;
  /** Cents. */
  cheapest: number | null;
  /** Null for a card of several games. */
  wish: { gameId: number; isWished: boolean } | null;
  trail: readonly Crumb[];
  /** The form to sell one of the reader's copies. */
  sellHere: { gameId: number; form: ReactNode } | null;
  /** Whether there is a chart. */
  hasAside: boolean;
  /** The chart and the orders, beside the facts on wide screens. */
  children?: ReactNode;
}

/** A card's picture, facts, numbers of copies, prices and the reader's own copies. */
export function CardHeader(props: CardHeaderProps) {
  const numbers = useNumbers();
  const viewer = useViewer();
  const { wish, trail, sellHere, hasAside, children } = props;
  const { card, ofGame, game, setSize, existing, forSale, cheapest, price, held } = props;
  // For a shared card, some numbers cover one game and others all games, so each says what it covers.
  const scope = ofGame ? null : game ? `from ${game.name} alone` : 'from all games together';
  return (
    <header
      className={`grid items-start gap-x-12 gap-y-8 sm:grid-cols-[minmax(12rem,20rem)_minmax(0,1fr)] ${hasAside ? 'xl:grid-cols-[16rem_minmax(0,1fr)_minmax(0,1.3fr)]' : ''}`}
    >
      <CardPicture
        name={card.name}
        rarity={card.rarity}
        picture={card.picture || null}
        caption={false}
        eager
        className="mx-auto w-full max-w-64 sm:max-w-none"
      />
      <div className="grid min-w-0 gap-6">
        <div className="grid gap-3">
          <Breadcrumb trail={trail} />
          <h1 className="text-3xl wrap-anywhere">{card.name}</h1>
          <RarityBadge rarity={card.rarity} />
          <p className="max-w-prose text-lg">{card.description}</p>
        </div>
        <dl className="grid grid-cols-2 gap-x-6 gap-y-5 max-lg:[&>:first-child]:col-span-2 lg:grid-cols-3 lg:gap-x-8 rounded-lg bg-surface p-6 shadow-lift">
          <Fact name="Awarded by">
            {ofGame ? (
              <Link to={`/game-info/${ofGame.id}`} className="text-link wrap-anywhere">
                {ofGame.name}
              </Link>
            ) : (
              'Every game without a set of its own'
            )}
          </Fact>
          <Fact name={`Odds in its set of ${setSize}`}>
            {card.odds === 0 ? 'No longer drawn' : `${formatOdds(card.odds)} of draws`}
          </Fact>
          <Fact name="Exist" of={ofGame ? null : 'in all games'}>
            {formatCardCount(existing, numbers)}
          </Fact>
          <Fact name="For sale" of={scope}>
            {formatCardCount(forSale, numbers)}
            {cheapest !== null && (
              <>
                , from <MoneyAmount cents={cheapest} />
              </>
            )}
          </Fact>
          <Fact name="Median of 30 days" of={scope}>
            {price.median === null ? (
              <span className="font-normal">{describeMissingMedian(price)}</span>
            ) : (
              <MoneyAmount cents={price.median} />
            )}
          </Fact>
        </dl>
        <OwnCopies kindId={card.id} game={game} held={held} sellHere={sellHere} />
        {viewer && wish && <WishButton {...wish} kindId={card.id} name={card.name} />}
      </div>
      {hasAside && <div className="grid min-w-0 gap-6 sm:col-span-2 xl:col-span-1">{children}</div>}
    </header>
  );
}

function Fact(props: { name: string; of?: string | null; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted wrap-anywhere">{props.name}</dt>
      <dd className="font-semibold tabular-nums">
        {props.children}
        {props.of && (
          <span className="block text-sm font-normal text-muted wrap-anywhere">{props.of}</span>
        )}
      </dd>
    </div>
  );
}

function describeMissingMedian({ sales, sellers }: CardHeaderProps['price']): string {
  if (sales === 0) return 'No sales in these days.';
  const soFar = sellers === 1 ? 'one has' : `${sellers} have`;
  return `Shown once ${marketConstants.medianSellersMin} players have sold it; ${soFar}.`;
}
