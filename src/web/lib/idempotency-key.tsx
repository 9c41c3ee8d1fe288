import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { isPending, markSent } from './pending-idempotency-keys.ts';

/**
 * The hidden input with the idempotency key of a form that moves money or cards. The loader generates the
 * key, a UUID. The key changes when the loader runs again and when the page comes back from the browser's
 * back/forward cache. It does not change while a sent form has no answer, so that a second attempt has
 * the same key and is not carried out twice.
 */
export function IdempotencyKey({ value }: { value: string }) {
  const { revalidate } = useRevalidator();
  const input = useRef<HTMLInputElement>(null);
  const [key, setKey] = useState(value);
  if (key !== value && !isPending(key)) setKey(value);

  useEffect(() => {
    function reloadIfRestored(event: PageTransitionEvent) {
      if (event.persisted) void revalidate();
    }
    window.addEventListener('pageshow', reloadIfRestored);
    return () => window.removeEventListener('pageshow', reloadIfRestored);
  }, [revalidate]);

  useEffect(() => {
    const form = input.current?.form;
    const onSubmit = () => markSent(key);
    form?.addEventListener('submit', onSubmit);
    return () => form?.removeEventListener('submit', onSubmit);
  }, [key]);

  return <input ref={input} type="hidden" name="key" value={key} readOnly />;
}
