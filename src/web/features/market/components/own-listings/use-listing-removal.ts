import { useEffect, useRef } from 'react';
import { useFetcher } from 'react-router';
import { useToast } from '#web/ui/toast.tsx';
import { describeRemoval } from './use-listings-result.ts';

interface RemovalResult {
  removed?: number;
  error?: { message: string; fields: Record<string, string> };
}

/**
 * Removes listings of the reader from any page that shows them, and reports the result. The router
 * reloads the page's data by itself. Call it outside the list, as the form disappears with its listing;
 * `onFocusLost` then has to set the focus.
 */
export function useListingRemoval(onFocusLost: () => void) {
  const fetcher = useFetcher<RemovalResult>();
  const toast = useToast();
  const reported = useRef<RemovalResult | undefined>(undefined);
  const { data: result, state } = fetcher;
  const latest = useRef(onFocusLost);
  useEffect(() => {
    latest.current = onFocusLost;
  });

  useEffect(() => {
    if (state !== 'idle' || !result || reported.current === result) return;
    reported.current = result;
    const { removed, error } = result;
    if (removed !== undefined) toast.success(describeRemoval(removed));
    // The form has no visible fields: only its id or key can be invalid.
    if (error) toast.failure(error.fields.itemId ?? error.fields.key ?? error.message);
    if (document.activeElement === document.body) latest.current();
  }, [state, result, toast]);

  return { Form: fetcher.Form, removing: fetcher.formData?.get('itemId') ?? null };
}

export type ListingRemoval = ReturnType<typeof useListingRemoval>;
