import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * Closes a `details` that is used as a menu on Escape, on a press elsewhere and on navigation. Without
 * scripts it still opens and closes by its summary.
 */
export function useDisclosure(): RefObject<HTMLDetailsElement | null> {
  const details = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();
  const openedOn = useRef(key);

  useEffect(() => {
    if (openedOn.current !== key && details.current) details.current.open = false;
    openedOn.current = key;
  }, [key]);

  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key !== 'Escape' || !details.current?.open) return;
      details.current.open = false;
      details.current.querySelector('summary')?.focus();
    }
    function onPointerDown(event: PointerEvent) {
      const menu = details.current?.parentElement;
      if (!menu || !(event.target instanceof Node) || menu.contains(event.target)) return;
      if (details.current) details.current.open = false;
    }
    document.addEventListener('keydown', onKey);
    document.addEventListener('pointerdown', onPointerDown);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', onPointerDown);
    };
  }, []);

  return details;
}
