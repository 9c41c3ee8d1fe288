import { type TradeOfferState, tradeStateTexts } from '#shared/constants/trades.ts';

/** The state of an offer as a word. */
export function OfferState({ state }: { state: TradeOfferState }) {
  const colorClass =
    state === 'open'
      ? 'bg-accent-wash text-ink'
      : state === 'accepted'
        ? 'bg-alive-wash text-ink'
        : 'bg-plinth text-muted';
  return (
    <span className={`rounded-full px-2.5 py-0.5 text-sm font-semibold ${colorClass}`}>
      {tradeStateTexts[state]}
    </span>
  );
}
