import { useEffect, useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import type { AppErrorCode } from '#shared/errors/app-error.ts';
import { useToast } from '#web/ui/toast.tsx';

/** What the market answers a purchase. */
export interface PurchaseAnswer {
  bought?: string;
  refusal?: { code: AppErrorCode; message: string; fields: Record<string, string> };
}

/** Refusals after which the same question can be put again; after others the item is none to buy. */
const again: readonly AppErrorCode[] = [
  'market-failed',
  'not-enough-money',
  'first-day-limit',
  'seller-limit',
  'seller-full',
  'rate-limited',
];

interface Options {
  /** Whether the question is on the screen, where a refusal is said. */
  asking: boolean;
  /** The question is settled: the item is bought, or cannot be. */
  onOver: () => void;
}

/** Sends purchases and says what came of each. */
export function usePurchase(options: Options) {
  const fetcher = useFetcher<PurchaseAnswer>();
  const toast = useToast();
  const { data: answer, state } = fetcher;
  const [told, setTold] = useState<PurchaseAnswer | undefined>(undefined);
  const [refused, setRefused] = useState<string | null>(null);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });

  useEffect(() => {
    if (state !== 'idle' || !answer || told === answer) return;
    setTold(answer);
    const { asking, onOver } = latest.current;
    const { refusal } = answer;
    // Of its inputs only a broken key or id can be wrong.
    const text = refusal && (refusal.fields.itemId ?? refusal.fields.key ?? refusal.message);
    if (refusal && text && asking && again.includes(refusal.code)) return setRefused(text);
    if (text) toast.failure(text);
    else toast.success('Item purchased successfully');
    onOver();
  }, [state, answer, told, toast]);

  return { fetcher, refused, forget: () => setRefused(null) };
}
