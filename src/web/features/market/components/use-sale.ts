import { useEffect, useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import { formatMoney } from '#shared/format/money.ts';
import { useToast } from '#web/ui/toast.tsx';
import { listingsPath } from './market-address.ts';

interface CardName {
  gameId: number;
  kindId: string;
}

/** What the sell form was answered. `price` in cents. */
export interface SaleAnswer {
  sold?: CardName & { price: number };
  refusal?: { message: string; fields: Record<string, string> };
  typed?: Record<string, string>;
}

/** A card that was put up for sale. `price` in cents. */
export interface Sold extends CardName {
  name: string;
  price: number;
}

const nameOf = ({ gameId, kindId }: CardName) => `${gameId}-${kindId}`;

/**
 * The sale that a page of cards has under way, kept outside the form, which is gone with the last copy.
 * `earlier` is what a form sent without script was answered; `onSold` is called once the page has been
 * read again. A toast says what was sold.
 */
export function useSale(earlier: SaleAnswer | undefined, onSold: (sold: Sold) => void) {
  const fetcher = useFetcher<SaleAnswer>();
  const toast = useToast();
  const [sent, setSent] = useState<(CardName & { name: string }) | null>(null);
  const finished = useRef<SaleAnswer | undefined>(undefined);
  const { data, state } = fetcher;

  useEffect(() => {
    if (state !== 'idle' || !data?.sold || finished.current === data) return;
    finished.current = data;
    const sold = { ...data.sold, name: sent?.name ?? 'Your card' };
    onSold(sold);
    toast.success(`${sold.name} is for sale for ${formatMoney(sold.price)}.`, {
      to: listingsPath,
      label: 'Your listings',
    });
  }, [state, data, sent, toast, onSold]);

  return {
    Form: fetcher.Form,
    pending: state !== 'idle',
    start: setSent,
    /** What was answered about this card. */
    answerFor(card: CardName): SaleAnswer | undefined {
      if (sent) return nameOf(sent) === nameOf(card) ? data : undefined;
      const about = earlier?.sold ?? earlier?.typed;
      return about && `${about.gameId}-${about.kindId}` === nameOf(card) ? earlier : undefined;
    },
  };
}

export type Sale = ReturnType<typeof useSale>;
