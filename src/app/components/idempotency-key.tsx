import { useEffect } from 'react';
import { useRevalidator } from 'react-router';

/**
 * The key of a form that moves money or cards: a UUID that the loader made. It is renewed whenever
 * the loader runs again, and when the page comes back from the browser's history cache.
 */
export function IdempotencyKey({ value }: { value: string }) {
  const { revalidate } = useRevalidator();

  useEffect(() => {
    function renew(event: PageTransitionEvent) {
      if (event.persisted) void revalidate();
    }
    window.addEventListener('pageshow', renew);
    return () => window.removeEventListener('pageshow', renew);
  }, [revalidate]);

  return <input type="hidden" name="key" value={value} />;
}
