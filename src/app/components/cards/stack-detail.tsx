import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Rarity } from '#shared/rarity.ts';
import { CardPicture } from '../card-picture.tsx';
import { DateTime } from '../date-time.tsx';
import { cardPath } from '../market/market-address.ts';

export interface Stack {
  gameId: number;
  gameName: string;
  kindId: string;
  name: string;
  description: string;
  picture: string;
  rarity: Rarity;
  copies: number;
  lastAt: Date;
}

/** One card of an inventory in full; what its owner can do with it comes below. */
export function StackDetail({ stack, children }: { stack: Stack; children?: ReactNode }) {
  return (
    <div className="grid gap-5">
      <CardPicture
        name={stack.name}
        rarity={stack.rarity}
        picture={stack.picture}
        count={stack.copies}
        className={`mx-auto w-full ${children ? 'max-w-32' : 'max-w-64'}`}
      />
      <p>{stack.description}</p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-sm">
        <dt className="text-muted">Game</dt>
        <dd className="text-right">
          <Link to={`/game-info/${stack.gameId}`} className="text-link">
            {stack.gameName}
          </Link>
        </dd>
        <dt className="text-muted">Card</dt>
        <dd className="text-right">
          <Link to={cardPath(stack.kindId, stack.gameId)} prefetch="intent" className="text-link">
            Prices and sales
          </Link>
        </dd>
        <dt className="text-muted">Copies</dt>
        <dd className="text-right tabular-nums">{stack.copies}</dd>
        <dt className="text-muted">Latest</dt>
        <dd className="text-right">
          <DateTime value={stack.lastAt} format="date" />
        </dd>
      </dl>
      {children}
    </div>
  );
}
