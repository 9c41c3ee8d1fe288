import { Link } from 'react-router';
import { Notice } from '../notice.tsx';
import { listingsPath } from './market-address.ts';
import { type Sold, saySold } from './use-sale.ts';

/** Says in the place of the sale that a card is for sale now. */
export function SoldNotice({ sold, className }: { sold: Sold; className?: string }) {
  return (
    <Notice tone="success" className={className}>
      {saySold(sold)}{' '}
      <Link to={listingsPath} className="whitespace-nowrap text-link">
        Your listings
      </Link>
    </Notice>
  );
}
