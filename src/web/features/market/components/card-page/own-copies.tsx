import { Tag } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { MarketCard } from '#domain/market/get-market-card.ts';
import { useViewer } from '#web/lib/root-data.ts';
import { ButtonLink } from '#web/ui/button.tsx';

interface OwnCopiesProps extends Pick<MarketCard, 'game' | 'held'> {
  kindId: string;
  /** The form to sell a copy from this game here; null if the page shows several games. */
  sellHere: { gameId: number; form: ReactNode } | null;
}

/** The number of games with a Sell button; a link to the inventory stands for the others. */
const sellButtonsMax = 3;

/** The copies of a card that the reader holds, from all games, with a form or links to sell one. */
export function OwnCopies({ kindId, game, held, sellHere }: OwnCopiesProps) {
  const viewer = useViewer();
  if (!viewer) return null;
  if (held.length === 0) return <p className="text-muted">You have none of these.</p>;
  const inventory = `/profile/${viewer.username}/inventory`;
  // The game that the page is filtered by comes first.
  const isShownGame = ({ gameId }: { gameId: number }) => gameId === game?.id;
  const stacks = [
    ...held.filter(isShownGame),
    ...held.filter((stack) => !isShownGame(stack)),
  ].filter(({ gameId }) => gameId !== sellHere?.gameId);
  const onlyOneChoice = stacks.length === 1 && (!game || stacks.some(isShownGame));
  const hiddenStacks = stacks.length - sellButtonsMax;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <p className="w-full font-semibold text-alive">{describeHeldCopies(held, game)}</p>
      {sellHere && <div className="w-full">{sellHere.form}</div>}
      {stacks.slice(0, sellButtonsMax).map(({ gameId, gameName }) => (
        <ButtonLink
          key={gameId}
          to={`${inventory}?item=${gameId}-${kindId}`}
          variant="quiet"
          size="sm"
          className="max-w-full"
        >
          <Tag aria-hidden />
          <span className="wrap-anywhere">
            {onlyOneChoice ? 'Sell' : `Sell one from ${gameName}`}
          </span>
        </ButtonLink>
      ))}
      {hiddenStacks > 0 && (
        <p>
          <Link to={inventory} prefetch="intent" className="text-link">
            {hiddenStacks === 1 ? 'and one more game' : `and ${hiddenStacks} more games`}
            <span className="sr-only"> in your inventory</span>
          </Link>
        </p>
      )}
    </div>
  );
}

/** `You have 5 of these.`, or `You have 5 of these, 2 from Portal 2.` when the page is filtered by a game. */
function describeHeldCopies(held: OwnCopiesProps['held'], game: OwnCopiesProps['game']): string {
  const total = held.reduce((sum, { copies }) => sum + copies, 0);
  const have = `You have ${total === 1 ? 'one' : total} of these`;
  if (!game) return `${have}.`;
  const fromGame = held.find(({ gameId }) => gameId === game.id)?.copies ?? 0;
  if (fromGame === total) return `${have}, from ${game.name}.`;
  return `${have}, ${fromGame === 0 ? 'none' : fromGame === 1 ? 'one' : fromGame} from ${game.name}.`;
}
