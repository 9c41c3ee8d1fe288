import type { GamePrice } from '#domain/catalog/prices/read-prices.ts';
import { MoneyAmount } from '../texts/money-amount.tsx';

/** A price with the regular one, if it is known. */
export type ShownPrice = Pick<GamePrice, 'cents'> & Partial<GamePrice>;

/**
 * What a game costs. In a sale, and for members of a group, the usual price stands before it, struck through, and for
 * members the reason below it.
 */
export function GamePriceText({ price }: { price: ShownPrice }) {
  const { cents, regularCents = null, memberOf } = price;
  const current = cents === 0 ? 'Free' : <MoneyAmount cents={cents} />;
  if (regularCents === null || regularCents === cents) return current;
  return (
    <>
      <s className="mr-1.5 font-normal text-muted">
        <span className="sr-only">Before </span>
        <MoneyAmount cents={regularCents} />
      </s>
      <span className="sr-only">now </span>
      {current}
      {memberOf && (
        <span className="block text-xs font-normal wrap-anywhere whitespace-normal text-muted">
          Price for members of <bdi>{memberOf}</bdi>
        </span>
      )}
    </>
  );
}
