import { Link } from 'react-router';
import type { Rarity } from '#shared/constants/rarity.ts';
import { cardPath } from '#web/paths/market.ts';
import { RarityBadge } from '#web/ui/cards/rarity-badge.tsx';

interface CardTitleProps {
  card: { gameId: number; kindId: string; name: string; rarity: Rarity; gameName: string };
}

/** The heading of a card in a list: its name with a link to its page, its rarity and its game. */
export function CardTitle({ card: { gameId, kindId, name, rarity, gameName } }: CardTitleProps) {
  return (
    <>
      <h2 className="text-lg wrap-anywhere">
        <Link to={cardPath(kindId, gameId)} prefetch="intent" className="hover:text-link">
          {name}
        </Link>
      </h2>
      <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
        <RarityBadge rarity={rarity} />
        <Link to={`/game-info/${gameId}`} className="min-w-0 text-link wrap-anywhere">
          {gameName}
        </Link>
      </p>
    </>
  );
}
