import { useEffect } from 'react';

/** Marks a grid of tiles, and in it the link by which the arrow keys reach a tile. */
export const tileGrid = { 'data-tiles': '' } as const;
export const tile = { 'data-tile': '' } as const;

/**
 * Arrow keys in every grid of tiles on the page: Left and Right move the focus to the neighbours, Up and
 * Down to the nearest tile of the row above or below, Home and End to the first and the last. Tab goes on
 * reaching every tile.
 */
export function useGridKeys(): void {
  useEffect(() => {
    document.addEventListener('keydown', moveAmongTiles);
    return () => document.removeEventListener('keydown', moveAmongTiles);
  }, []);
}

function moveAmongTiles(event: KeyboardEvent): void {
  const { target, altKey, ctrlKey, metaKey, shiftKey, defaultPrevented } = event;
  if (altKey || ctrlKey || metaKey || shiftKey || defaultPrevented) return;
  if (!(target instanceof HTMLElement) || !target.matches('[data-tile]')) return;
  const tiles = [
    ...(target.closest('[data-tiles]')?.querySelectorAll<HTMLElement>('[data-tile]') ?? []),
    // A shelf hides what does not fit into its row.
  ].filter((tile) => tile.checkVisibility());
  const next = neighbour(tiles, target, event.key);
  if (!next) return;
  // Else the page would scroll.
  event.preventDefault();
  next.focus();
}

function neighbour(tiles: readonly HTMLElement[], from: HTMLElement, key: string) {
  const index = tiles.indexOf(from);
  switch (key) {
    case 'ArrowLeft':
      return tiles[index - 1];
    case 'ArrowRight':
      return tiles[index + 1];
    case 'ArrowUp':
      return nearest(tiles.slice(0, index).toReversed(), from);
    case 'ArrowDown':
      return nearest(tiles.slice(index + 1), from);
    case 'Home':
      return tiles[0];
    case 'End':
      return tiles.at(-1);
    default:
      return undefined;
  }
}

/** Of the first row among `tiles` that is not the row of `from`, the tile nearest to its column. */
function nearest(tiles: readonly HTMLElement[], from: HTMLElement): HTMLElement | undefined {
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
