import type { Rarity } from '#shared/constants/rarity.ts';

/** The names of rarities for readers. */
export const rarityNames: Record<Rarity, string> = {
  common: 'Common',
  uncommon: 'Uncommon',
  rare: 'Rare',
  epic: 'Epic',
  legendary: 'Legendary',
};

/** The text colour of a rarity. Frames and shapes use it as `currentColor`. */
export const rarityTextColors: Record<Rarity, string> = {
  common: 'text-common',
  uncommon: 'text-uncommon',
  rare: 'text-rare',
  epic: 'text-epic',
  legendary: 'text-legendary',
};

// Each rarity has another shape, so that rarities differ without colour.
const shapes: Record<Rarity, string> = {
  common: 'M8 3a5 5 0 1 0 0 10A5 5 0 0 0 8 3z',
  uncommon: 'M8 2.2 14.4 13.4H1.6z',
  rare: 'M8 1.4 14.6 8 8 14.6 1.4 8z',
  epic: 'M4.6 2h6.8L15 8l-3.6 6H4.6L1 8z',
  legendary: 'm8 .8 2.1 4.7 5.1.6-3.8 3.5 1 5L8 12.1l-4.4 2.5 1-5L.8 6.1l5.1-.6z',
};

/** The shape of a rarity. Show its name beside it. */
export function RaritySymbol({ rarity, className = '' }: { rarity: Rarity; className?: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      aria-hidden="true"
      className={`size-3.5 shrink-0 ${rarityTextColors[rarity]} ${className}`}
    >
      <path d={shapes[rarity]} fill="currentColor" />
    </svg>
  );
}

/** A rarity as a name, a shape and a colour. */
export function RarityBadge({ rarity, className = '' }: { rarity: Rarity; className?: string }) {
  return (
    <span
      className={`inline-flex items-center gap-1.5 text-sm font-semibold ${rarityTextColors[rarity]} ${className}`}
    >
      <RaritySymbol rarity={rarity} />
      {rarityNames[rarity]}
    </span>
  );
}
