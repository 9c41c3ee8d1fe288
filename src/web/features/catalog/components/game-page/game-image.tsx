import { ImageOff } from 'lucide-react';
import { coverSrcSet } from '#shared/constants/catalog/cover-widths.ts';
import { useImageFailure } from '#web/lib/use-image-failure.ts';

interface GameImageProps {
  src: string;
  alt: string;
  /** The displayed width, as in `<img sizes>`. */
  sizes: string;
  /** Loads the image before others: it is in view when the page opens. */
  priority?: boolean;
  /** What replaces an image that cannot be loaded. */
  fallback?: 'icon' | 'none';
  className?: string;
}

/** An image of a game. `className` sets its size, whatever the ratio of the image. */
export function GameImage(props: GameImageProps) {
  const { src, alt, sizes, priority = false, fallback = 'icon', className = '' } = props;
  const { failed, watch } = useImageFailure(src);
  if (failed) {
    if (fallback === 'none') return null;
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
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={priority ? 'high' : undefined}
      decoding="async"
      // Hides the alternative text while the image loads; screen readers still read it.
      className={`text-transparent ${className}`}
    />
  );
}
