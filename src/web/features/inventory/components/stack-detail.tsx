import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { InventoryStack } from '#domain/inventory/list-inventory.ts';
import { TradeLink } from '#web/features/trades/public.ts';
import { usePartsOff } from '#web/lib/root-data.ts';
import { cardPath } from '#web/paths/market.ts';
import { CardPicture } from '#web/ui/cards/card-picture.tsx';
import { RarityBadge } from '#web/ui/cards/rarity-badge.tsx';
import { DateTime } from '#web/ui/texts/date-time.tsx';

interface StackDetailProps {
  stack: InventoryStack;
  /** The owner's username if the owner is a friend of the reader. */
  friend: string | null;
  children?: ReactNode;
}

/**
 * The details of a stack. `children`, the owner's sell form, comes right after the picture, so that it is
 * in view on small screens.
 */
export function StackDetail({ stack, friend, children }: StackDetailProps) {
  if (!children) {
    return (
      <div className="grid gap-5">
        <CardPicture
          name={stack.name}
          rarity={stack.rarity}
          picture={stack.picture}
          count={stack.copies}
          className="mx-auto w-full max-w-64"
        />
        {friend !== null && <TradeLink username={friend} card={stack} />}
        <p>{stack.description}</p>
        <Facts stack={stack} />
      </div>
    );
  }
  return (
    <div className="grid gap-5">
      <div className="grid grid-cols-[4.5rem_minmax(0,1fr)] items-center gap-4">
        <CardPicture
          name={stack.name}
          rarity={stack.rarity}
          picture={stack.picture}
          caption={false}
        />
        <div className="grid justify-items-start gap-1 text-sm">
          <RarityBadge rarity={stack.rarity} />
          <Link to={`/game-info/${stack.gameId}`} className="text-link wrap-anywhere">
            {stack.gameName}
          </Link>
          <p className="text-muted tabular-nums">
            {stack.copies === 1 ? 'One copy' : `${stack.copies} copies`}
          </p>
        </div>
      </div>
      {children}
      <div className="grid gap-4 border-t border-line pt-5">
        <p>{stack.description}</p>
        <Facts stack={stack} short />
      </div>
    </div>
  );
}

function Facts({ stack, short = false }: { stack: InventoryStack; short?: boolean }) {
  const isMarketOn = !usePartsOff().market;
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-sm">
      {!short && (
        <>
          <dt className="text-muted">Game</dt>
          <dd className="text-right">
            <Link to={`/game-info/${stack.gameId}`} className="text-link">
              {stack.gameName}
            </Link>
          </dd>
        </>
      )}
      {isMarketOn && (
        <>
          <dt className="text-muted">Card</dt>
          <dd className="text-right">
            <Link to={cardPath(stack.kindId, stack.gameId)} prefetch="intent" className="text-link">
              Prices and sales
            </Link>
          </dd>
        </>
      )}
      {!short && (
        <>
          <dt className="text-muted">Copies</dt>
          <dd className="text-right tabular-nums">{stack.copies}</dd>
        </>
      )}
      <dt className="text-muted">Latest</dt>
      <dd className="text-right">
        <DateTime value={stack.lastAt} format="date" />
      </dd>
    </dl>
  );
}
