import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import type { Rarity } from '#shared/constants/rarity.ts';
import { RarityBadge, rarityTextColors } from './rarity-badge.tsx';

interface CardPictureProps {
  name: string;
  rarity: Rarity;
  /** The path of the picture, which includes the frame; null when there is no picture. */
  picture: string | null;
  /** The number of copies; shown from two on. */
  count?: number;
  /** Whether name and rarity are shown below the picture. */
  caption?: boolean;
  eager?: boolean;
  className?: string;
}

/** A drawn picture has the outline and the frame of its rarity; an uploaded one gets a border. */
const isDrawn = (picture: string) => picture.startsWith('/art/');

/** A collectible card, 3:4, in the frame of its rarity. Legendary cards shimmer. */
export function CardPicture(props: CardPictureProps) {
  const { name, rarity, picture, count = 1, caption = true, eager = false, className = '' } = props;
  const [failedPicture, setFailedPicture] = useState<string | null>(null);
  const isShown = picture !== null && failedPicture !== picture;
  return (
    <figure className={`grid gap-3 ${className}`}>
      <div className="relative aspect-3/4">
        {isShown ? (
          <img
            src={picture}
            alt={caption ? '' : name}
            width={480}
            height={640}
            loading={eager ? 'eager' : 'lazy'}
            decoding="async"
            onError={() => setFailedPicture(picture)}
            className={
              isDrawn(picture)
                ? 'size-full drop-shadow-card'
                : `size-full rounded-lg border-4 border-current object-cover shadow-lift ${rarityTextColors[rarity]}`
            }
          />
        ) : (
          <div
            className={`grid size-full place-items-center rounded-lg bg-well ring-2 ring-current ring-inset ${rarityTextColors[rarity]}`}
          >
            <ImageOff aria-hidden className="size-1/4" strokeWidth={1} />
            {!caption && <span className="sr-only">{name}</span>}
          </div>
        )}
        {rarity === 'legendary' && isShown && (
          // The picture is the mask of the shimmer, so that it follows the card's outline.
          <span
            aria-hidden
            style={{ maskImage: `url("${picture}")` }}
            className="pointer-events-none absolute inset-0 overflow-hidden mask-cover motion-reduce:hidden"
          >
            <span className="absolute inset-y-0 left-0 w-1/2 animate-shimmer bg-linear-to-r from-transparent via-flash to-transparent" />
          </span>
        )}
        {count > 1 && (
          <span className="absolute top-[5%] right-[6%] min-w-8 rounded-full bg-accent px-2 text-center text-sm leading-7 font-bold text-on-accent shadow-lift">
            ×{count}
          </span>
        )}
      </div>
      {caption && (
        <figcaption className="grid justify-items-center gap-0.5 text-center">
          <span className="font-display leading-tight font-bold wrap-anywhere">{name}</span>
          <RarityBadge rarity={rarity} />
        </figcaption>
      )}
    </figure>
  );
}
