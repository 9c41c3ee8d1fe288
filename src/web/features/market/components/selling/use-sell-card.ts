import { useEffect, useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import type { CardKey } from '#domain/market/prices/get-card-prices.ts';
import { listingsPath } from '#web/paths/market.ts';
import { useNumbers } from '#web/ui/texts/numbers.ts';
import { useToast } from '#web/ui/toast.tsx';

/**
 * The result of the sell form: the listed card with its price in cents, or a question because an order would
 * buy it at once for `amount`, or the error. The last two come with the submitted fields.
 */
export interface SellResult {
  sold?: CardKey & { price: number; atOnce: boolean };
  unconfirmed?: { price: number; amount: number };
  error?: { message: string; fields: Record<string, string> };
  typed?: Record<string, string>;
}

/** A card that was put up for sale. `price` in cents. */
export interface ListedCard extends CardKey {
  name: string;
  price: number;
  /** Whether an order bought it at once. */
  atOnce: boolean;
}

const toKey = ({ gameId, kindId }: CardKey) => `${gameId}-${kindId}`;

/**
 * Puts cards up for sale and reports it in a toast. Call this hook in the page, not in the form: the form
 * disappears when the last copy is listed. `initialResult` is the result of a form that was sent without scripts. `onListed` is called
 * after the page's data was reloaded.
 */
export function useSellCard(
  initialResult: SellResult | undefined,
  onListed: (card: ListedCard) => void,
) {
  const { formatMoney } = useNumbers();
  const fetcher = useFetcher<SellResult>();
  const toast = useToast();
  const [sent, setSent] = useState<
    (CardKey & { name: string; previousResult?: SellResult }) | null
  >(null);
  const reported = useRef<SellResult | undefined>(undefined);
  const { data, state } = fetcher;

  useEffect(() => {
    if (state !== 'idle' || !data?.sold || reported.current === data) return;
    reported.current = data;
    const listed = { ...data.sold, name: sent?.name ?? 'Your card' };
    onListed(listed);
    const price = formatMoney(listed.price);
    const text = listed.atOnce
      ? `${listed.name} was sold at once for ${price}.`
      : `${listed.name} is for sale for ${price}.`;
    toast.success(text, {
      to: listingsPath,
      label: 'Your listings',
    });
  }, [state, data, sent, toast, onListed, formatMoney]);

  return {
    Form: fetcher.Form,
    pending: state !== 'idle',
    /** Call it when the form of this card is sent. */
    start: (card: CardKey & { name: string }) => setSent({ ...card, previousResult: data }),
    /** The result for this card. */
    resultOf(card: CardKey): SellResult | undefined {
      // Until the response arrives, `data` is still the result of the previous form.
      if (sent)
        return toKey(sent) === toKey(card) && data !== sent.previousResult ? data : undefined;
      const resultCard = initialResult?.sold ?? initialResult?.typed;
      const matches = resultCard && `${resultCard.gameId}-${resultCard.kindId}` === toKey(card);
      return matches ? initialResult : undefined;
    },
  };
}

export type CardSelling = ReturnType<typeof useSellCard>;
