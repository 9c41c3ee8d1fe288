import { ShoppingCart } from 'lucide-react';
import { marketConstants } from '#shared/constants/market.ts';
import { ButtonLink } from '#web/ui/button.tsx';

/** Leads to the form that orders all missing cards. `secondary` when another button comes before it. */
export function OrderAllMissing({ gameId, secondary }: { gameId: number; secondary: boolean }) {
  return (
    <div className={secondary ? 'grid gap-3 border-t border-line pt-4' : 'grid gap-3'}>
      <p className="text-sm text-muted">
        An order buys a card when somebody sells it for your price or less, and waits up to{' '}
        {marketConstants.orderDays} days.
      </p>
      <ButtonLink
        to={`/collection/${gameId}/order`}
        variant={secondary ? 'quiet' : 'primary'}
        block
      >
        <ShoppingCart aria-hidden />
        Order all missing
      </ButtonLink>
    </div>
  );
}
