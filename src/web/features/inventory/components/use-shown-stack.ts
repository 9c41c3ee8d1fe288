import { useEffect, useEffectEvent } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { InventoryStack } from '#domain/inventory/list-inventory.ts';
import { getStackId } from './stack-grid.tsx';
import { useFirstShownStack } from './use-first-shown-stack.ts';

/**
 * Returns the stack whose details are shown, and what changes it. On a small screen the details are a
 * dialog, and the grid marks a stack only while the dialog is open.
 */
export function useShownStack(items: readonly InventoryStack[], smallScreen: boolean) {
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const requestedItem = parameters.get('item');
  const openStack = items.find((item) => getStackId(item) === requestedItem);
  const firstShown = useFirstShownStack(items);
  // Beside the grid a stack is always shown; in the dialog only a chosen one.
  const shown = openStack ?? items.find((item) => getStackId(item) === firstShown) ?? items[0];
  const selected = smallScreen ? openStack : shown;

  function urlOf(item: string | null) {
    const next = new URLSearchParams(parameters);
    if (item) next.set('item', item);
    else next.delete('item');
    return `?${next}`;
  }

  function choose(item: string | null) {
    void navigate(urlOf(item), { replace: true, preventScrollReset: true });
  }

  // The loader reads the prices of the card that the URL names, or of the first one.
  const keptId =
    !smallScreen && shown && !openStack && shown !== items[0] ? getStackId(shown) : null;
  const keepShown = useEffectEvent(choose);
  useEffect(() => {
    if (keptId !== null) keepShown(keptId);
  }, [keptId]);

  return { requestedItem, openStack, shown, selected, urlOf, choose };
}
