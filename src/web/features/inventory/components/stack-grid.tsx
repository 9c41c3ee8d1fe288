import { Link } from 'react-router';
import type { InventoryStack } from '#domain/inventory/list-inventory.ts';
import { tileGrid } from '#web/lib/use-grid-keys.ts';
import { CardPicture } from '#web/ui/cards/card-picture.tsx';
import { TileLink } from '#web/ui/lists/tile-link.tsx';

interface StackGridProps extends TilesProps {
  stacks: InventoryStack[];
  /** Whether the stacks are the reader's own; each game then links to its collection. */
  own: boolean;
  /** Whether stacks are grouped by game; otherwise each stack shows its game. */
  groupByGame: boolean;
}

interface TilesProps {
  /** The id (`gameId-kindId`) of the stack whose details are open. */
  selected: string | null;
  /** The URL that opens a stack's details. */
  linkTo: (stack: InventoryStack) => string;
  /** The element id of the details beside the grid; null when there are no details beside it. */
  detailId: string | null;
}

/** The id of a stack in a URL. */
export function getStackId({ gameId, kindId }: Pick<InventoryStack, 'gameId' | 'kindId'>): string {
  return `${gameId}-${kindId}`;
}

/** Stacks as tiles: grouped by game with the progress of its set, or in one grid. */
export function StackGrid({ stacks, own, groupByGame, ...tiles }: StackGridProps) {
  if (!groupByGame) {
    return (
      <div {...tileGrid}>
        <Tiles {...tiles} stacks={stacks} withGame />
      </div>
    );
  }
  const stacksByGame = Map.groupBy(stacks, ({ gameId }) => gameId);
  return (
    <div {...tileGrid} className="grid gap-10">
      {[...stacksByGame].map(([gameId, group]) => {
        const [{ gameName, collected, setSize }] = group as [InventoryStack];
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

function Tiles(props: TilesProps & { stacks: readonly InventoryStack[]; withGame?: boolean }) {
  const { stacks, selected, linkTo, detailId, withGame = false } = props;
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-4">
      {stacks.map((stack) => {
        const current = selected === getStackId(stack);
        return (
          <li key={getStackId(stack)} className="relative grid content-start gap-1">
            <TileLink
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
            </TileLink>
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
