import { Tag } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { market } from '#shared/limits.ts';
import type { Rarity } from '#shared/rarity.ts';
import { Breadcrumb, type Crumb } from '../breadcrumb.tsx';
import { ButtonLink } from '../button.tsx';
import { CardPicture } from '../card-picture.tsx';
import { Money } from '../money.tsx';
import { RarityBadge } from '../rarity.tsx';
import { useViewer } from '../viewer.ts';
import { writeCount, writeOdds } from './card-count.ts';

interface NamedGame {
  id: number;
  name: string;
}

interface CardHeaderProps {
  card: {
    id: string;
    name: string;
    description: string;
    picture: string;
    rarity: Rarity;
    odds: number;
  };
  /** The one game that awards it; null for a card of every game without a set of its own. */
  ofGame: NamedGame | null;
  /** The game that the page is narrowed down to. */
  game: NamedGame | null;
  setSize: number;
  existing: number;
  forSale: number;
  /** Cents. */
  cheapest: number | null;
  price: { median: number | null; sales: number; sellers: number };
  held: readonly { gameId: number; gameName: string; copies: number }[];
  trail: readonly Crumb[];
}

/** A card in full: its picture, what there is of it, what it costs, and what the reader has of it. */
export function CardHeader(props: CardHeaderProps) {
  const { card, ofGame, game, setSize, existing, forSale, cheapest, price, held, trail } = props;
  return (
    <header className="grid items-start gap-x-12 gap-y-8 sm:grid-cols-[minmax(12rem,20rem)_minmax(0,1fr)]">
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
          <Fact name={`Odds in its set of ${setSize}`}>{writeOdds(card.odds)} of draws</Fact>
          <Fact name={game ? 'Exist, in all games' : 'Exist'}>{writeCount(existing)}</Fact>
          <Fact name={game ? `For sale, from ${game.name}` : 'For sale'}>
            {writeCount(forSale)}
            {cheapest !== null && (
              <>
                , from <Money cents={cheapest} />
              </>
            )}
          </Fact>
          <Fact name="Median of 30 days">
            {price.median === null ? (
              <span className="font-normal">{whyNoMedian(price)}</span>
            ) : (
              <Money cents={price.median} />
            )}
          </Fact>
        </dl>
        <Own kindId={card.id} held={held} />
      </div>
    </header>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted wrap-anywhere">{name}</dt>
      <dd className="font-semibold tabular-nums">{children}</dd>
    </div>
  );
}

function whyNoMedian({ sales, sellers }: CardHeaderProps['price']): string {
  if (sales === 0) return 'No sales in these days.';
  const so = sellers === 1 ? 'one has' : `${sellers} have`;
  return `Told once ${market.medianSellersMin} players have sold it; ${so}.`;
}

/** What the reader holds, and the way to sell it. */
function Own({ kindId, held }: { kindId: string; held: CardHeaderProps['held'] }) {
  const viewer = useViewer();
  if (!viewer) return null;
  if (held.length === 0) return <p className="text-muted">You have none of these.</p>;
  const copies = held.reduce((sum, stack) => sum + stack.copies, 0);
  const inventory = `/profile/${viewer.username}/inventory`;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <p className="font-semibold text-alive">You have {copies === 1 ? 'one' : copies} of these.</p>
      {held.slice(0, 3).map(({ gameId, gameName }) => (
        <ButtonLink
          key={gameId}
          to={`${inventory}?item=${gameId}-${kindId}`}
          variant="quiet"
          size="sm"
          className="max-w-full"
        >
          <Tag aria-hidden />
          <span className="wrap-anywhere">
            {held.length === 1 ? 'Sell' : `Sell one from ${gameName}`}
          </span>
        </ButtonLink>
      ))}
    </div>
  );
}
