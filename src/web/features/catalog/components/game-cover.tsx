import { Gamepad2 } from 'lucide-react';
import { coverSrcSet } from '#shared/constants/cover-widths.ts';
import { useImageFailure } from '#web/lib/use-image-failure.ts';

interface GameCoverProps {
  /** Null where the source has no picture. */
  src: string | null;
  /** Empty where the game's name stands beside it. */
  alt?: string;
  /** Above the fold: loaded at once and first. */
  eager?: boolean;
  className?: string;
}

/** A game's picture, 16:9; a quiet stand-in where there is none. */
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
