import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * What a `details` used as a menu lacks: Escape and a press elsewhere close it, and so does going
 * to another page. Without scripts it still opens and closes.
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
    function pressElsewhere(event: PointerEvent) {
      const menu = details.current?.parentElement;
      if (!menu || !(event.target instanceof Node) || menu.contains(event.target)) return;
      if (details.current) details.current.open = false;
    }
    document.addEventListener('keydown', onKey);
    document.addEventListener('pointerdown', pressElsewhere);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', pressElsewhere);
    };
  }, []);

  return details;
}
