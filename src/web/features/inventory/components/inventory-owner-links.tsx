import { Coins, Copy, LibraryBig, Tag } from 'lucide-react';
import { usePartsOff } from '#web/lib/root-data.ts';
import { listingsPath, sellManyPath } from '#web/paths/market.ts';
import { ButtonLink } from '#web/ui/button.tsx';

interface InventoryOwnerLinksProps {
  username: string;
  copies: number;
  /** The number of different cards; with more copies than that there are duplicates. */
  kinds: number;
}

/** Links of the inventory's owner: sell duplicates or many cards, collection, listings. */
export function InventoryOwnerLinks({ username, copies, kinds }: InventoryOwnerLinksProps) {
  const isMarketOn = !usePartsOff().market;
  return (
    <>
      {isMarketOn && copies > kinds && (
        <ButtonLink to={`/profile/${username}/inventory/duplicates`} variant="quiet">
          <Copy aria-hidden />
          Sell duplicates
        </ButtonLink>
      )}
      {isMarketOn && copies > 0 && (
        <ButtonLink to={sellManyPath(username)} variant="quiet">
          <Coins aria-hidden />
          Sell cards
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
