import { useEffect, useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import type { AppErrorView } from '#web/lib/errors/render-app-error.ts';
import { useToast } from '#web/ui/toast.tsx';

/** The result of the purchase form. */
export interface PurchaseResult {
  bought?: string;
  error?: Pick<AppErrorView, 'code' | 'message' | 'fields'>;
}

/** Errors after which the same purchase can be tried again. After others the item cannot be bought. */
const retryable: readonly AppErrorView['code'][] = [
  'unexpected',
  'not-enough-money',
  'first-day-limit',
  'seller-limit',
  'newcomer-limit',
  'seller-full',
  'rate-limited',
];

interface Options {
  /** Whether the confirmation is open; it then shows the error of a failed purchase. */
  isConfirming: boolean;
  /** Called when the item is bought or cannot be bought. */
  onSettled: () => void;
}

/** Sends purchases and reports their results. */
export function useListingPurchase(options: Options) {
  const fetcher = useFetcher<PurchaseResult>();
  const toast = useToast();
  const { data: result, state } = fetcher;
  const [reported, setReported] = useState<PurchaseResult | undefined>(undefined);
  const [error, setError] = useState<string | null>(null);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });

  useEffect(() => {
    if (state !== 'idle' || !result || reported === result) return;
    setReported(result);
    const { isConfirming, onSettled } = latest.current;
    const { error } = result;
    // The form has no visible fields: only its id or key can be invalid.
    const text = error && (error.fields.itemId ?? error.fields.key ?? error.message);
    if (error && text && isConfirming && retryable.includes(error.code)) return setError(text);
    if (text) toast.failure(text);
    else toast.success('Item purchased successfully');
    onSettled();
  }, [state, result, reported, toast]);

  return { fetcher, error, clearError: () => setError(null) };
}
