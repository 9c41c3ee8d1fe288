import type { DuplicateStack } from '#domain/market/selling/list-sellable-stacks.ts';
import { formatDecimal } from '#shared/format/amounts/money.ts';
import { getDuplicateFieldNames } from '#shared/schemas/market/duplicate-field-names.ts';
import { CardPicture } from '#web/ui/cards/card-picture.tsx';
import { RarityBadge } from '#web/ui/cards/rarity-badge.tsx';
import { MoneyField } from '#web/ui/fields/money-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { SuggestedPrices } from './suggested-prices.tsx';

/** The name of a duplicate's price field. */
export function getPriceFieldName(stack: DuplicateStack): string {
  return getDuplicateFieldNames(stack).price;
}

/** The suggested price of a card in cents: the median, else the cheapest listing, else null. */
export function getSuggestedPrice({ median, cheapest }: DuplicateStack): number | null {
  return median ?? cheapest;
}

interface DuplicateRowProps {
  stack: DuplicateStack;
  /** Whether the field starts with the suggested price. */
  suggested: boolean;
  /** Whether the reader chooses how many copies are sold. */
  all: boolean;
  typed: string | undefined;
  error: string | undefined;
  onChoose: (price: string) => void;
}

/** A card with duplicates, and the price field for the copies to sell. */
export function DuplicateRow(props: DuplicateRowProps) {
  const { stack, suggested, all, typed, error, onChoose } = props;
  const suggestion = suggested ? getSuggestedPrice(stack) : null;
  const copiesToSell = stack.spare === 1 ? 'one copy' : `${stack.spare} copies`;
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
          {all
            ? stack.copies === 1
              ? 'One copy'
              : `${stack.copies} copies`
            : `${stack.copies} copies, ${copiesToSell} to sell`}
        </p>
      </div>
      <div>
        {(!all || stack.spare === 1) && (
          <input type="hidden" name={getDuplicateFieldNames(stack).copies} value={stack.spare} />
        )}
        <MoneyField
          label="Price of each"
          aria-label={`Price of each ${stack.name}, ${stack.gameName}`}
          name={getPriceFieldName(stack)}
          defaultValue={typed ?? (suggestion === null ? '' : formatDecimal(suggestion))}
          error={error}
        />
        {all && stack.spare > 1 && (
          <TextField
            label="Copies"
            aria-label={`Copies of ${stack.name}, ${stack.gameName}`}
            name={getDuplicateFieldNames(stack).copies}
            type="number"
            min={1}
            max={stack.spare}
            defaultValue={Math.min(stack.spare, stack.copies - 1)}
            className="mt-3"
          />
        )}
      </div>
      <div className="col-span-full">
        <SuggestedPrices prices={stack} rarity={stack.rarity} onChoose={onChoose} compact />
      </div>
    </li>
  );
}
