import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { isPending, markSent } from './pending-keys.ts';

/**
 * The key of a form that moves money or cards: a UUID that the loader made. It is renewed whenever
 * the loader runs again, and when the page comes back from the browser's history cache; but not while
 * nobody knows what became of the form that was sent with it, so that sending it again does it once.
 */
export function IdempotencyKey({ value }: { value: string }) {
  const { revalidate } = useRevalidator();
  const input = useRef<HTMLInputElement>(null);
  const [key, setKey] = useState(value);
  if (key !== value && !isPending(key)) setKey(value);

  useEffect(() => {
    function renew(event: PageTransitionEvent) {
      if (event.persisted) void revalidate();
    }
    window.addEventListener('pageshow', renew);
    return () => window.removeEventListener('pageshow', renew);
  }, [revalidate]);

  useEffect(() => {
    const form = input.current?.form;
    const note = () => markSent(key);
    form?.addEventListener('submit', note);
    return () => form?.removeEventListener('submit', note);
  }, [key]);

  return <input ref={input} type="hidden" name="key" value={key} readOnly />;
}
