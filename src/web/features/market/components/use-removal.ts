import { useEffect, useRef } from 'react';
import { useFetcher } from 'react-router';
import { useToast } from '#web/ui/toast.tsx';
import { showRemovedToast } from './use-listings-answer.ts';

interface RemovalAnswer {
  removed?: number;
  refusal?: { message: string; fields: Record<string, string> };
}

/**
 * Takes own listings back from wherever they are shown, and says what came of it; the page is read
 * anew by itself. Kept outside the list, where the form goes with its listing: `onGone` then gives the
 * focus a place.
 */
export function useRemoval(onGone: () => void) {
  const fetcher = useFetcher<RemovalAnswer>();
  const toast = useToast();
  const told = useRef<RemovalAnswer | undefined>(undefined);
  const { data: answer, state } = fetcher;
  const latest = useRef(onGone);
  useEffect(() => {
    latest.current = onGone;
  });

  useEffect(() => {
    if (state !== 'idle' || !answer || told.current === answer) return;
    told.current = answer;
    const { removed, refusal } = answer;
    if (removed !== undefined) toast.success(showRemovedToast(removed));
    // Of its inputs only a broken key or id can be wrong.
    if (refusal) toast.failure(refusal.fields.itemId ?? refusal.fields.key ?? refusal.message);
    if (document.activeElement === document.body) latest.current();
  }, [state, answer, toast]);

  return { Form: fetcher.Form, removing: fetcher.formData?.get('itemId') ?? null };
}

export type Removal = ReturnType<typeof useRemoval>;
