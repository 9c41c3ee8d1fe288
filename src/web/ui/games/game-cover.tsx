import { Gamepad2 } from 'lucide-react';
import { coverSrcSet } from '#shared/constants/catalog/cover-widths.ts';
import { useImageFailure } from '#web/lib/use-image-failure.ts';

interface GameCoverProps {
  /** Null when the game has no cover. */
  src: string | null;
  /** Empty when the game's name stands beside the cover. */
  alt?: string;
  /** Loads the cover at once: it is in view when the page opens. */
  eager?: boolean;
  className?: string;
}

/** A game's cover, 16:9. An icon replaces a cover that is missing or cannot be loaded. */
export function GameCover({ src, alt = '', eager = false, className = '' }: GameCoverProps) {
  const { failed, watch } = useImageFailure(src);
  if (!src || failed) {
    return (
      <div className={`game-cover grid place-items-center ${className}`}>
        {alt && <span className="sr-only">{alt}</span>}
        <Gamepad2 aria-hidden className="size-1/4 text-edge" strokeWidth={1} />
      </div>
    );
  }
  return (
    <img
      {...watch}
      src={src}
      srcSet={coverSrcSet(src)}
      sizes="(min-width: 480px) 20rem, 100vw"
      alt={alt}
      width={640}
      height={360}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      className={`game-cover ${className}`}
    />
  );
}
