import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { pageTimerConstants } from '#shared/constants/page-timers.ts';
import { defaultTagline } from '#shared/constants/site/site-defaults.ts';
import { useRootData } from '#web/lib/root-data.ts';

/** The attributes of the picture. `className` has the position of what must be visible. */
type BannerPicture = Pick<
  ComponentProps<'img'>,
  'src' | 'srcSet' | 'sizes' | 'alt' | 'width' | 'height' | 'className'
>;

interface ShopBannerProps {
  /** Null when no picture was drawn. */
  picture: BannerPicture | null;
  /** A lower banner, above search results and later pages. */
  compact: boolean;
}

/** The shop's banner: a headline over a picture, with an error text when the picture does not load. */
export function ShopBanner({ picture, compact }: ShopBannerProps) {
  const tagline = useRootData()?.site.tagline ?? defaultTagline;
  const imageRef = useRef<HTMLImageElement>(null);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    const image = imageRef.current;
    if (!image) return;
    // The picture may have loaded or failed before hydration.
    if (image.complete) {
      setFailed(image.naturalWidth === 0);
      return;
    }
    const timer = setTimeout(() => setFailed(!isLoaded(image)), pageTimerConstants.bannerMs);
    return () => clearTimeout(timer);
  }, []);

  return (
    <section
      aria-labelledby="shop-title"
      className={`relative isolate grid overflow-hidden bg-well text-ink scheme-dark ${compact ? 'min-h-44 sm:min-h-52' : 'min-h-[22rem] sm:min-h-[clamp(22rem,32vw,34rem)]'}`}
    >
      {picture && (
        <img
          ref={imageRef}
          alt=""
          {...picture}
          fetchPriority="high"
          onLoad={() => setFailed(false)}
          onError={() => setFailed(true)}
          className={`absolute inset-0 -z-10 size-full object-cover ${picture.className} ${failed ? 'invisible' : ''}`}
        />
      )}
      <div
        className={`absolute inset-0 -z-10 bg-linear-to-t from-veil to-transparent sm:bg-linear-to-r ${compact ? 'via-veil/75' : 'via-veil/45'}`}
      />
      <div
        className={`mx-auto grid w-full max-w-wide content-end gap-3 px-4 sm:px-8 ${compact ? 'py-8' : 'py-12 sm:py-16'}`}
      >
        <h1
          id="shop-title"
          className={`max-w-[14ch] ${compact ? 'max-w-none text-3xl' : 'text-hero'}`}
        >
          {tagline}
        </h1>
        <p role="status" className="text-muted empty:hidden">
          {failed ? 'Failed to load banner. Please refresh your cache.' : null}
        </p>
      </div>
    </section>
  );
}

function isLoaded(image: HTMLImageElement): boolean {
  return image.complete && image.naturalWidth > 0;
}
