import { Copy, LibraryBig, Tag } from 'lucide-react';
import { ButtonLink } from '#web/ui/button.tsx';
import { listingsPath } from './market-address.ts';

interface SellerLinksProps {
  username: string;
  copies: number;
  /** Different cards; more copies than that are duplicates. */
  kinds: number;
}

/** Where else the owner sells: all duplicates at once, and what is for sale already. */
export function SellerLinks({ username, copies, kinds }: SellerLinksProps) {
  return (
    <>
      {copies > kinds && (
        <ButtonLink to={`/profile/${username}/inventory/duplicates`} variant="quiet">
          <Copy aria-hidden />
          Sell duplicates
        </ButtonLink>
      )}
      <ButtonLink to="/collection" variant="quiet">
        <LibraryBig aria-hidden />
        Collection
      </ButtonLink>
      <ButtonLink to={listingsPath} variant="quiet">
        <Tag aria-hidden />
        Your listings
      </ButtonLink>
    </>
  );
}
