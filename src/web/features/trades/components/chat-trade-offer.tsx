import { ArrowLeftRight } from 'lucide-react';
import { Link } from 'react-router';
import type { TradeCard, TradeOffer } from '#domain/trades/offer-details.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { OfferState } from './offer-state.tsx';
import { tradeOfferPath } from './trade-paths.ts';

/** An offer in a conversation, with its state. The page of the offer accepts and declines it. */
export function ChatTradeOffer({ offer }: { offer: TradeOffer }) {
  const { id, isOwn, state, give, get } = offer;
  return (
    <div className="mt-3 grid max-w-md gap-3 rounded-md bg-well p-3">
      <p className="flex flex-wrap items-center gap-2 font-semibold">
        <ArrowLeftRight aria-hidden className="size-4 text-accent-ink" />
        Trade offer
        <OfferState state={state} />
      </p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-sm">
        <dt className="text-muted">You give</dt>
        <dd className="wrap-anywhere">{listCards(give)}</dd>
        <dt className="text-muted">You get</dt>
        <dd className="wrap-anywhere">{listCards(get)}</dd>
      </dl>
      {state === 'open' && !isOwn ? (
        <p className="flex flex-wrap gap-2">
          <ButtonLink to={tradeOfferPath(id)} size="sm">
            Accept or decline
          </ButtonLink>
        </p>
      ) : (
        <Link to={tradeOfferPath(id)} prefetch="intent" className="text-sm text-link">
          See the offer
        </Link>
      )}
    </div>
  );
}

function listCards(cards: readonly TradeCard[]): string {
  if (cards.length === 0) return 'nothing';
  return cards
    .map(({ copies, name, gameName }) => `${copies > 1 ? `${copies} × ` : ''}${name} (${gameName})`)
    .join(', ');
}
