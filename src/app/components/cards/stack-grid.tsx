import { Link } from 'react-router';
import { CardPicture } from '../card-picture.tsx';
import type { Stack } from './stack-detail.tsx';

interface StackGridProps {
  stacks: (Stack & { collected: number; setSize: number })[];
  /** The `gameId-kindId` of the one whose detail is open. */
  selected: string | null;
  /** The address that opens a stack's detail. */
  linkTo: (stack: Stack) => string;
  /** Whether they are the reader's: then each set leads to what is missing of it. */
  own: boolean;
}

/** The name of a stack in an address. */
export function stackId({ gameId, kindId }: Pick<Stack, 'gameId' | 'kindId'>): string {
  return `${gameId}-${kindId}`;
}

/** Cards by game, each group with how much of its set is there. */
export function StackGrid({ stacks, selected, linkTo, own }: StackGridProps) {
  const groups = Map.groupBy(stacks, ({ gameId }) => gameId);
  return (
    <div className="grid gap-10">
      {[...groups].map(([gameId, group]) => {
        const [{ gameName, collected, setSize }] = group as [(typeof group)[number]];
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
            <ul className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-4">
              {group.map((stack) => (
                <li key={stack.kindId}>
                  <Link
                    to={linkTo(stack)}
                    replace
                    preventScrollReset
                    aria-current={selected === stackId(stack) ? 'true' : undefined}
                    className="block rounded-md transition-transform hover:-translate-y-1 aria-current:outline-3 aria-current:outline-offset-3 aria-current:outline-accent"
                  >
                    <CardPicture
                      name={stack.name}
                      rarity={stack.rarity}
                      picture={stack.picture}
                      count={stack.copies}
                    />
                    {stack.copies > 1 && <span className="sr-only">, {stack.copies} copies</span>}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}
