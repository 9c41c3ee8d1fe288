import type { GameSummary } from '#domain/catalog/games/game-list-sql.ts';
import { tileGrid } from '#web/lib/use-grid-keys.ts';
import { GameCard, gameGridClasses } from './game-card.tsx';

interface GameGridProps {
  games: GameSummary[];
  priceCents: number;
  /** The number of covers to load at once, because they are in view when the page opens. */
  eager?: number;
  /** The ids of the games that the reader owns. */
  owned?: ReadonlySet<number>;
}

/** Games as a grid of cards. */
export function GameGrid({ games, priceCents, eager = 0, owned }: GameGridProps) {
  return (
    <ul {...tileGrid} className={gameGridClasses}>
      {games.map((game, index) => (
        <li key={game.id} className="grid">
          <GameCard
            game={game}
            priceCents={priceCents}
            eager={index < eager}
            owned={owned?.has(game.id)}
          />
        </li>
      ))}
    </ul>
  );
}
