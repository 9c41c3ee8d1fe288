import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import type { Rarity } from '#shared/rarity.ts';
import { RarityBadge, rarityInk } from './rarity.tsx';

interface CardPictureProps {
  name: string;
  rarity: Rarity;
  /** Path of the drawn picture; null where there is none. */
  picture: string | null;
  /** How many of it, when more than one. */
  count?: number;
  className?: string;
}

/** A collectible card, 3:4: its picture in a frame of its rarity. A legendary one shimmers. */
export function CardPicture({
  name,
  rarity,
  picture,
  count = 1,
  className = '',
}: CardPictureProps) {
  const [failed, setFailed] = useState(false);
  return (
    <figure
      className={`relative isolate grid aspect-3/4 grid-rows-[1fr_auto] overflow-hidden rounded-md bg-well shadow-lift ring-2 ring-current/70 ring-inset ${rarityInk[rarity]} ${className}`}
    >
      {picture && !failed ? (
        <img
          src={picture}
          alt=""
          width={480}
          height={640}
          loading="lazy"
          decoding="async"
          onError={() => setFailed(true)}
          className="absolute inset-0 -z-10 size-full object-cover"
        />
      ) : (
        <ImageOff aria-hidden className="m-auto size-10 opacity-40" strokeWidth={1} />
      )}
      {rarity === 'legendary' && (
        <span
          aria-hidden
          className="pointer-events-none absolute inset-y-0 -left-1/3 w-1/3 animate-shimmer bg-linear-to-r from-transparent via-legendary/40 to-transparent motion-reduce:hidden"
        />
      )}
      {count > 1 && (
        <span className="absolute top-2.5 right-2.5 rounded-full bg-canvas/85 px-2.5 py-0.5 text-sm font-bold text-ink">
          ×{count}
        </span>
      )}
      <figcaption className="row-start-2 m-0.5 grid gap-0.5 rounded-b-[calc(var(--radius-md)-2px)] bg-canvas/85 px-3 py-2 text-ink backdrop-blur-xs">
        <span className="truncate font-display font-bold">{name}</span>
        <RarityBadge rarity={rarity} />
      </figcaption>
    </figure>
  );
}
