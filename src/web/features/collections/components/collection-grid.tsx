import { PartyPopper } from 'lucide-react';
import { Link } from 'react-router';
import type { GameCollection } from '#domain/collections/list-collections.ts';
import { tile, tileGrid } from '#web/lib/use-grid-keys.ts';
import { BadgeEmblem } from '#web/ui/cards/badge-emblem.tsx';
import { GameCover } from '#web/ui/games/game-cover.tsx';
import { useNumbers } from '#web/ui/texts/numbers.ts';
import { CollectionProgressBar } from './collection-progress-bar.tsx';
import { describeMissing, describeProgress } from './describe-collection.ts';

interface CollectionGridProps {
  games: readonly GameCollection[];
}

/** Owned games, each with the progress of its card set and the cost of the missing cards. */
export function CollectionGrid({ games }: CollectionGridProps) {
  const numbers = useNumbers();
  return (
    <ul
      {...tileGrid}
      className="grid grid-cols-[repeat(auto-fill,minmax(min(17rem,100%),1fr))] gap-6"
    >
      {games.map((game, index) => (
        <li
          key={game.id}
          className="relative grid min-w-0 grid-rows-[1fr_auto] overflow-hidden rounded-lg bg-surface shadow-lift transition-transform hover:-translate-y-1"
        >
          <Link
            {...tile}
            to={`/collection/${game.id}`}
            prefetch="intent"
            className="grid grid-rows-[auto_1fr] rounded-lg"
          >
            <div className="relative">
              <GameCover src={game.backgroundImage} eager={index < 4} />
              {game.celebrates && game.isComplete && (
                <p className="absolute top-3 left-3 inline-flex items-center gap-1.5 rounded-full bg-accent px-3 py-1 text-sm font-semibold text-on-accent shadow-lift">
                  <PartyPopper aria-hidden className="size-4" />
                  Set complete!
                </p>
              )}
              {game.badge > 0 && (
                <BadgeEmblem level={game.badge} className="absolute right-3 -bottom-5 size-14" />
              )}
            </div>
            <div className="grid content-start gap-3 p-4">
              <h2 className="text-lg leading-tight wrap-anywhere">{game.name}</h2>
              <div className="grid gap-2">
                <CollectionProgressBar collected={game.collected} setSize={game.setSize}>
                  {describeProgress(game)}
                </CollectionProgressBar>
                <p
                  className={`text-sm tabular-nums ${game.isComplete ? 'font-semibold text-alive' : ''}`}
                >
                  {describeMissing(game, numbers)}
                </p>
              </div>
            </div>
          </Link>
          {game.missing > 0 && (
            <p className="px-4 pb-3">
              <Link
                to={`/collection/${game.id}/order`}
                className="inline-flex min-h-8 items-center text-sm font-medium text-link"
              >
                {game.missing === 1 ? 'Order it' : `Order all ${game.missing}`}
                <span className="sr-only">: {game.name}</span>
              </Link>
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
