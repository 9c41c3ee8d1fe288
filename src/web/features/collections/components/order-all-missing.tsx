import { ShoppingCart } from 'lucide-react';
import { Link } from 'react-router';
import { marketConstants } from '#shared/constants/market/market.ts';
import { ButtonLink } from '#web/ui/button.tsx';

interface OrderAllMissingProps {
  gameId: number;
  /** Whether another button comes before it. */
  secondary: boolean;
  /** The missing cards without an order. */
  waiting: number;
}

/** Leads to the form that orders all missing cards. */
export function OrderAllMissing({ gameId, secondary, waiting }: OrderAllMissingProps) {
  if (waiting === 0) {
    return (
      <p className="text-sm text-muted">
        You have ordered what is missing.{' '}
        <Link to="/community/market/orders" className="text-link">
          Your orders
        </Link>
      </p>
    );
  }
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
