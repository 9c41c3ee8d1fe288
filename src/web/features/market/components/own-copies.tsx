import { Tag } from 'lucide-react';
import { Link } from 'react-router';
import { useViewer } from '#web/lib/viewer.ts';
import { ButtonLink } from '#web/ui/button.tsx';

export interface OwnCopiesProps {
  kindId: string;
  /** The game that the page is narrowed down to. */
  game: { id: number; name: string } | null;
  /** What the reader holds, by game. */
  held: readonly { gameId: number; gameName: string; copies: number }[];
}

/** How many games are offered to sell from, before the inventory is the better place. */
const offered = 3;

/** What the reader holds of a card, from whichever game, and the ways to sell it. */
export function OwnCopies({ kindId, game, held }: OwnCopiesProps) {
  const viewer = useViewer();
  if (!viewer) return null;
  if (held.length === 0) return <p className="text-muted">You have none of these.</p>;
  const inventory = `/profile/${viewer.username}/inventory`;
  // The game that the page is about comes first.
  const isHere = ({ gameId }: { gameId: number }) => gameId === game?.id;
  const stacks = [...held.filter(isHere), ...held.filter((stack) => !isHere(stack))];
  const noDoubt = stacks.length === 1 && (!game || stacks.some(isHere));
  const more = stacks.length - offered;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <p className="w-full font-semibold text-alive">{sayHeld(held, game)}</p>
      {stacks.slice(0, offered).map(({ gameId, gameName }) => (
        <ButtonLink
          key={gameId}
          to={`${inventory}?item=${gameId}-${kindId}`}
          variant="quiet"
          size="sm"
          className="max-w-full"
        >
          <Tag aria-hidden />
          <span className="wrap-anywhere">{noDoubt ? 'Sell' : `Sell one from ${gameName}`}</span>
        </ButtonLink>
      ))}
      {more > 0 && (
        <p>
          <Link to={inventory} prefetch="intent" className="text-link">
            {more === 1 ? 'and one more game' : `and ${more} more games`}
            <span className="sr-only"> in your inventory</span>
          </Link>
        </p>
      )}
    </div>
  );
}

/** `You have 5 of these, 2 from Portal 2.`; where the page is about one game, how many are of it. */
function sayHeld(held: OwnCopiesProps['held'], game: OwnCopiesProps['game']): string {
  const all = held.reduce((sum, { copies }) => sum + copies, 0);
  const have = `You have ${all === 1 ? 'one' : all} of these`;
  if (!game) return `${have}.`;
  const here = held.find(({ gameId }) => gameId === game.id)?.copies ?? 0;
  if (here === all) return `${have}, from ${game.name}.`;
  return `${have}, ${here === 0 ? 'none' : here === 1 ? 'one' : here} from ${game.name}.`;
}
