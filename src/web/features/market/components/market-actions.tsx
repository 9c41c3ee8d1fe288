import type { ReactNode } from 'react';
import type { MarketView } from '#shared/constants/market/market-view.ts';
import { listingsPath, sellManyPath } from '#web/paths/market.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { MarketViewSwitch } from './market-view-switch.tsx';

interface MarketActionsProps {
  username: string;
  view: MarketView;
  /** More links of the view. */
  children?: ReactNode;
}

/** The links of a player at the top of the market. */
export function MarketActions({ username, view, children }: MarketActionsProps) {
  return (
    <>
      <MarketViewSwitch current={view} />
      {children}
      <ButtonLink to={sellManyPath(username)} variant="quiet">
        Sell cards
      </ButtonLink>
      <ButtonLink to={listingsPath} variant="quiet">
        Your listings
      </ButtonLink>
    </>
  );
}
