import { Link } from 'react-router';
import type { GameOfGroup } from '#domain/groups/list-games-of-group.ts';
import { Panel } from '#web/ui/panel.tsx';
import { MoneyAmount } from '#web/ui/texts/money-amount.tsx';
import { useNumbers } from '#web/ui/texts/numbers.ts';

interface GamesOfGroupProps {
  games: readonly GameOfGroup[];
  total: number;
  /** Whether the reader may change games, and the links lead to where that is done. */
  isEditor: boolean;
}

/** The games that exist for the members of a group, or have a price for them. */
export function GamesOfGroup({ games, total, isEditor }: GamesOfGroupProps) {
  const { formatInteger } = useNumbers();
  return (
    <Panel title="Games for its members">
      {games.length === 0 ? (
        <p className="max-w-prose text-muted">
          No game is for its members alone or has a price for them. Both are set on the page of a
          game in the administration.
        </p>
      ) : (
        <ul className="grid gap-2">
          {games.map(({ id, name, isForMembers, price }) => (
            <li key={id} className="wrap-anywhere">
              <Link
                to={isEditor ? `/admin/games/all/${id}` : `/game-info/${id}`}
                className="inline-flex min-h-6 items-center text-link"
              >
                {name}
              </Link>
              <span className="ml-2 text-sm text-muted">
                {isForMembers && 'Only for members'}
                {isForMembers && price !== null && ' · '}
                {price !== null && (price === 0 ? 'Free' : <MoneyAmount cents={price} />)}
              </span>
            </li>
          ))}
        </ul>
      )}
      {total > games.length && (
        <p className="text-muted">And {formatInteger(total - games.length)} more.</p>
      )}
    </Panel>
  );
}
