import { IdempotencyKey } from '#web/lib/idempotency-key.tsx';
import { listingPath, listingsPath } from '#web/paths/market.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { useNumbers } from '#web/ui/texts/numbers.ts';
import type { ListingRemoval } from './use-listing-removal.ts';

interface OwnListingActionsProps {
  item: {
    id: string;
    /** The name of the card. */
    name: string;
    /** Cents. */
    price: number;
    removeKey: string;
  };
  removal: ListingRemoval;
}

/** The actions of the reader's own listing instead of Buy: change the price, or remove it. */
export function OwnListingActions({ item, removal }: OwnListingActionsProps) {
  const { formatMoney } = useNumbers();
  const { id, name, price, removeKey } = item;
  return (
    <>
      <ButtonLink
        to={listingPath(id)}
        variant="quiet"
        size="sm"
        prefetch="none"
        aria-label={`Change price of ${name}, now ${formatMoney(price)}`}
        className="flex-1 whitespace-nowrap"
      >
        Change price
      </ButtonLink>
      <removal.Form method="post" action={listingsPath} preventScrollReset className="flex flex-1">
        <IdempotencyKey value={removeKey} />
        <input type="hidden" name="intent" value="remove" />
        <input type="hidden" name="itemId" value={id} />
        <Button
          variant="ghost"
          size="sm"
          block
          pending={removal.removing === id}
          aria-label={`Remove ${name} for ${formatMoney(price)}`}
        >
          Remove
        </Button>
      </removal.Form>
    </>
  );
}
