import { Link } from 'react-router';
import { tileGrid } from '#web/lib/use-grid-keys.ts';
import { ChoiceLink } from '#web/ui/choice-link.tsx';
import { CardPicture } from './card-picture.tsx';
import type { Stack } from './stack-detail.tsx';

type GridStack = Stack & { collected: number; setSize: number };

interface StackGridProps extends TilesProps {
  stacks: GridStack[];
  /** Whether they are the reader's: then each set leads to what is missing of it. */
  own: boolean;
  /** Whether they stand by game; in other orders each card names its own. */
  byGame: boolean;
}

interface TilesProps {
  /** The `gameId-kindId` of the one whose detail is open. */
  selected: string | null;
  /** The address that opens a stack's detail. */
  linkTo: (stack: Stack) => string;
  /** The id of the detail beside the grid; null without one. */
  detailId: string | null;
}

/** The name of a stack in an address. */
export function stackId({ gameId, kindId }: Pick<Stack, 'gameId' | 'kindId'>): string {
  return `${gameId}-${kindId}`;
}

/** Cards as tiles: by game, each group with how much of its set is there, or in one grid. */
export function StackGrid({ stacks, own, byGame, ...tiles }: StackGridProps) {
  if (!byGame) {
    return (
      <div {...tileGrid}>
        <Tiles {...tiles} stacks={stacks} withGame />
      </div>
    );
  }
  const groups = Map.groupBy(stacks, ({ gameId }) => gameId);
  return (
    <div {...tileGrid} className="grid gap-10">
      {[...groups].map(([gameId, group]) => {
        const [{ gameName, collected, setSize }] = group as [GridStack];
        return (
          <section key={gameId} aria-labelledby={`game-${gameId}`}>
            <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
              <h2 id={`game-${gameId}`} className="text-xl wrap-anywhere">
                {gameName}
              </h2>
              <p className="text-sm text-muted tabular-nums">
                {collected} of {setSize}
                {own && (
                  <>
                    {' · '}
                    <Link to={`/collection/${gameId}`} prefetch="intent" className="text-link">
                      {collected < setSize ? 'Complete the set' : 'The set'}
                      <span className="sr-only"> of {gameName}</span>
                    </Link>
                  </>
                )}
              </p>
            </div>
            <Tiles {...tiles} stacks={group} />
          </section>
        );
      })}
    </div>
  );
}

function Tiles(props: TilesProps & { stacks: readonly GridStack[]; withGame?: boolean }) {
  const { stacks, selected, linkTo, detailId, withGame = false } = props;
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-4">
      {stacks.map((stack) => {
        const current = selected === stackId(stack);
        return (
          <li key={stackId(stack)} className="relative grid content-start gap-1">
            <ChoiceLink
              to={linkTo(stack)}
              current={current}
              className="block rounded-md transition-transform hover:-translate-y-1 aria-current:outline-3 aria-current:outline-offset-3 aria-current:outline-accent"
            >
              <CardPicture
                name={stack.name}
                rarity={stack.rarity}
                picture={stack.picture}
                count={stack.copies}
              />
              {stack.copies > 1 && <span className="sr-only">, {stack.copies} copies</span>}
              {withGame && (
                <span className="mt-1 block text-center text-sm text-muted wrap-anywhere">
                  {stack.gameName}
                </span>
              )}
            </ChoiceLink>
            {current && detailId && (
              <a
                href={`#${detailId}`}
                onClick={(event) => {
                  event.preventDefault();
                  document.getElementById(detailId)?.focus();
                }}
                className="sr-only focus:not-sr-only focus:absolute focus:inset-x-0 focus:top-2 focus:z-10 focus:mx-auto focus:w-fit focus:rounded-md focus:bg-accent focus:px-3 focus:py-2 focus:text-sm focus:font-semibold focus:text-on-accent"
              >
                Go to the details
              </a>
            )}
          </li>
        );
      })}
    </ul>
  );
}
