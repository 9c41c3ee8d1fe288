import { tileGrid } from '#web/lib/use-grid-keys.ts';
import { GameCard, gameGrid } from './game-card.tsx';

interface GameGridProps {
  games: {
    id: number;
    name: string;
    released: string | null;
    rating: number;
    backgroundImage: string | null;
  }[];
  priceCents: number;
  /** How many covers are loaded at once, being in view when the page opens. */
  eager?: number;
  /** The reader's games among them. */
  owned?: ReadonlySet<number>;
}

/** Games as a grid of cards. */
export function GameGrid({ games, priceCents, eager = 0, owned }: GameGridProps) {
  return (
    <ul {...tileGrid} className={gameGrid}>
      {games.map((game, index) => (
        <li key={game.id} className="grid">
          <GameCard
            game={{ ...game, priceCents }}
            eager={index < eager}
            owned={owned?.has(game.id)}
          />
        </li>
      ))}
    </ul>
  );
}
