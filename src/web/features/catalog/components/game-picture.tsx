import { ImageOff } from 'lucide-react';
import { coverSrcSet } from '#shared/constants/cover-widths.ts';
import { useImageFailure } from '#web/lib/use-image-failure.ts';

interface GamePictureProps {
  src: string;
  alt: string;
  /** How wide it is shown, as in `<img sizes>`. */
  sizes: string;
  /** In view when the page opens: fetched before other pictures. */
  first?: boolean;
  /** Shown in place of a picture that cannot be had. */
  standIn?: 'mark' | 'nothing';
  className?: string;
}

/** A picture of a game in a place of a size of its own, whatever its ratio. */
export function GamePicture(props: GamePictureProps) {
  const { src, alt, sizes, first = false, standIn = 'mark', className = '' } = props;
  const { failed, watch } = useImageFailure(src);
  if (failed) {
    if (standIn === 'nothing') return null;
    return (
      <span className={`grid place-items-center bg-well text-edge ${className}`}>
        <span className="sr-only">{alt}</span>
        <ImageOff aria-hidden className="size-1/6 min-w-6" strokeWidth={1} />
      </span>
    );
  }
  return (
    <img
      {...watch}
      src={src}
      srcSet={coverSrcSet(src)}
      sizes={sizes}
      alt={alt}
      width={960}
      height={540}
      loading={first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : undefined}
      decoding="async"
      // Its words are for who does not see it, not for the moment until it is there.
      className={`text-transparent ${className}`}
    />
  );
}
