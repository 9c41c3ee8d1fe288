import { useEffect } from 'react';

/** Attributes that mark a grid of tiles, and in each tile the link that the arrow keys focus. */
export const tileGrid = { 'data-tiles': '' } as const;
export const tile = { 'data-tile': '' } as const;

/**
 * Adds keyboard control to every grid of tiles on the page. Left and Right move the focus to the next tile,
 * Up and Down to the nearest tile of the row above or below, Home and End to the first and the last tile.
 * Tab still reaches every tile.
 */
export function useGridKeys(): void {
  useEffect(() => {
    document.addEventListener('keydown', moveFocus);
    return () => document.removeEventListener('keydown', moveFocus);
  }, []);
}

function moveFocus(event: KeyboardEvent): void {
  const { target, altKey, ctrlKey, metaKey, shiftKey, defaultPrevented } = event;
  if (altKey || ctrlKey || metaKey || shiftKey || defaultPrevented) return;
  if (!(target instanceof HTMLElement) || !target.matches('[data-tile]')) return;
  const tiles = [
    ...(target.closest('[data-tiles]')?.querySelectorAll<HTMLElement>('[data-tile]') ?? []),
    // A shelf hides the tiles that do not fit into its row.
  ].filter((tile) => tile.checkVisibility());
  const next = findNextTile(tiles, target, event.key);
  if (!next) return;
  // Without this the page would scroll.
  event.preventDefault();
  next.focus();
}

function findNextTile(tiles: readonly HTMLElement[], from: HTMLElement, key: string) {
  const index = tiles.indexOf(from);
  switch (key) {
    case 'ArrowLeft':
      return tiles[index - 1];
    case 'ArrowRight':
      return tiles[index + 1];
    case 'ArrowUp':
      return findNearestTile(tiles.slice(0, index).toReversed(), from);
    case 'ArrowDown':
      return findNearestTile(tiles.slice(index + 1), from);
    case 'Home':
      return tiles[0];
    case 'End':
      return tiles.at(-1);
    default:
      return undefined;
  }
}

/** In the first row of `tiles` that is not the row of `from`, finds the tile nearest to its column. */
function findNearestTile(
  tiles: readonly HTMLElement[],
  from: HTMLElement,
): HTMLElement | undefined {
  const at = from.getBoundingClientRect();
  let best: { tile: HTMLElement; top: number; distance: number } | undefined;
  for (const candidate of tiles) {
    const { left, top } = candidate.getBoundingClientRect();
    if (Math.abs(top - at.top) < at.height / 2) continue;
    if (best && Math.abs(top - best.top) >= at.height / 2) break;
    const distance = Math.abs(left - at.left);
    if (!best || distance < best.distance) best = { tile: candidate, top, distance };
  }
  return best?.tile;
}
