import type { Rarity } from '#shared/constants/rarity.ts';
import { formatDecimal } from '#shared/format/money.ts';
import { duplicateFields } from '#shared/format/price.ts';
import { CardPicture } from '#web/features/inventory/components/card-picture.tsx';
import { RarityBadge } from '#web/features/inventory/components/rarity-badge.tsx';
import { MoneyField } from '#web/features/wallet/components/money-field.tsx';
import { type CardPrices, SellPrices } from './sell-prices.tsx';

export interface DuplicateStack extends CardPrices {
  gameId: number;
  gameName: string;
  kindId: string;
  name: string;
  picture: string;
  rarity: Rarity;
  copies: number;
  /** How many of them would be sold. */
  spare: number;
}

/** The name of a duplicate's price field. */
export function priceName(stack: DuplicateStack): string {
  return duplicateFields(stack).price;
}

/** What a card may well be sold for, in cents; null where nothing tells. */
export function suggestionFor({ median, cheapest }: CardPrices): number | null {
  return median ?? cheapest;
}

interface DuplicateRowProps {
  stack: DuplicateStack;
  suggested: boolean;
  typed: string | undefined;
  error: string | undefined;
  onUse: (price: string) => void;
}

/** One card of which there are duplicates, with the price field for those that go. */
export function DuplicateRow({ stack, suggested, typed, error, onUse }: DuplicateRowProps) {
  const suggestion = suggested ? suggestionFor(stack) : null;
  const others = stack.spare === 1 ? 'one copy' : `${stack.spare} copies`;
  return (
    <li className="grid grid-cols-[3.5rem_minmax(0,1fr)_7.5rem] content-start gap-x-4 gap-y-3 rounded-lg bg-surface p-4 shadow-lift">
      <CardPicture
        name={stack.name}
        rarity={stack.rarity}
        picture={stack.picture}
        caption={false}
        className="self-start"
      />
      <div className="grid min-w-0 content-start gap-0.5">
        <h2 className="text-lg wrap-anywhere">{stack.name}</h2>
        <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
          <RarityBadge rarity={stack.rarity} />
          <span className="min-w-0 wrap-anywhere">{stack.gameName}</span>
        </p>
        <p className="text-sm text-muted tabular-nums">
          {stack.copies} copies, {others} to sell
        </p>
      </div>
      <div>
        <input type="hidden" name={duplicateFields(stack).copies} value={stack.spare} />
        <MoneyField
          label="Price of each"
          aria-label={`Price of each ${stack.name}, ${stack.gameName}`}
          name={priceName(stack)}
          defaultValue={typed ?? (suggestion === null ? '' : formatDecimal(suggestion))}
          error={error}
        />
      </div>
      <div className="col-span-full">
        <SellPrices prices={stack} onChoose={onUse} compact />
      </div>
    </li>
  );
}
