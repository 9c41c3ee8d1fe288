import { useEffect, useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import type { CardKey } from '#domain/market/get-card-prices.ts';
import { formatMoney } from '#shared/format/money.ts';
import { useToast } from '#web/ui/toast.tsx';
import { listingsPath } from './market-paths.ts';

/** The result of the sell form. `price` in cents. */
export interface SellResult {
  sold?: CardKey & { price: number };
  refusal?: { message: string; fields: Record<string, string> };
  typed?: Record<string, string>;
}

/** A card that was put up for sale. `price` in cents. */
export interface ListedCard extends CardKey {
  name: string;
  price: number;
}

const toKey = ({ gameId, kindId }: CardKey) => `${gameId}-${kindId}`;

/**
 * Puts cards up for sale and reports it in a toast. Call it outside the form, which disappears with the
 * last copy. `initialResult` is the result of a form that was sent without scripts. `onListed` is called
 * after the page's data was reloaded.
 */
export function useSellCard(
  initialResult: SellResult | undefined,
  onListed: (card: ListedCard) => void,
) {
  const fetcher = useFetcher<SellResult>();
  const toast = useToast();
  const [sent, setSent] = useState<(CardKey & { name: string; before?: SellResult }) | null>(null);
  const reported = useRef<SellResult | undefined>(undefined);
  const { data, state } = fetcher;

  useEffect(() => {
    if (state !== 'idle' || !data?.sold || reported.current === data) return;
    reported.current = data;
    const listed = { ...data.sold, name: sent?.name ?? 'Your card' };
    onListed(listed);
    toast.success(`${listed.name} is for sale for ${formatMoney(listed.price)}.`, {
      to: listingsPath,
      label: 'Your listings',
    });
  }, [state, data, sent, toast, onListed]);

  return {
    Form: fetcher.Form,
    pending: state !== 'idle',
    /** Call it when the form of this card is sent. */
    start: (card: CardKey & { name: string }) => setSent({ ...card, before: data }),
    /** The result for this card. */
    resultOf(card: CardKey): SellResult | undefined {
      // Until the response arrives, `data` is the result of the form before.
      if (sent) return toKey(sent) === toKey(card) && data !== sent.before ? data : undefined;
      const about = initialResult?.sold ?? initialResult?.typed;
      const matches = about && `${about.gameId}-${about.kindId}` === toKey(card);
      return matches ? initialResult : undefined;
    },
  };
}

export type CardSelling = ReturnType<typeof useSellCard>;
