import type { CSSProperties, MouseEvent } from 'react';
import { Link } from 'react-router';
import type { GalleryPicture } from '#domain/gallery/gallery-columns.ts';
import { picturePath } from '#web/paths/gallery.ts';
import { RelativeTime } from '#web/ui/texts/relative-time.tsx';
import { altTextOf } from './picture-alt-text.ts';

/** The limits of width ÷ height in the grid; other pictures are cropped to them. */
const minRatio = 0.7;
const maxRatio = 2.1;
/** The number of pictures at the start that the browser loads at once. */
const eagerCount = 8;

interface PictureGridProps {
  pictures: readonly GalleryPicture[];
  now: Date;
  /** Shows a large picture on this page. */
  onOpen: (picture: GalleryPicture) => void;
}

/**
 * Pictures in rows of equal height. The width of each picture follows from its shape. Additional pictures
 * change only the last row.
 */
export function PictureGrid({ pictures, now, onOpen }: PictureGridProps) {
  return (
    <ul className="flex flex-wrap gap-x-3 gap-y-6 [--row:8.5rem] sm:gap-x-4 sm:gap-y-8 sm:[--row:13rem] 2xl:[--row:15rem]">
      {pictures.map((picture, index) => (
        <Tile
          key={picture.id}
          picture={picture}
          now={now}
          loading={index < eagerCount ? 'eager' : 'lazy'}
          onOpen={onOpen}
        />
      ))}
      {/* Fills the last row, so that it is as high as the others. */}
      <li aria-hidden className="h-0 grow-[99] basis-0" />
    </ul>
  );
}

interface TileProps extends Omit<PictureGridProps, 'pictures'> {
  picture: GalleryPicture;
  loading: 'eager' | 'lazy';
}

function Tile({ picture, now, loading, onOpen }: TileProps) {
  const { id, thumbnail, uploader, publishedAt } = picture;
  const { width, height, path } = thumbnail;
  const ratio = Math.min(maxRatio, Math.max(minRatio, width / height));
  function open(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onOpen(picture);
  }
  return (
    <li
      style={{ '--ratio': ratio.toFixed(3) } as CSSProperties}
      className="grid min-w-0 grow-(--ratio) basis-[calc(var(--ratio)*var(--row))] content-start gap-2"
    >
      <Link
        to={picturePath(id)}
        prefetch="none"
        preventScrollReset
        data-picture={id}
        onClick={open}
        className="group overflow-hidden rounded-md bg-well shadow-lift transition-shadow hover:shadow-float"
      >
        <img
          src={path}
          width={width}
          height={height}
          alt={altTextOf(picture)}
          loading={loading}
          decoding="async"
          className="aspect-(--ratio) w-full object-cover text-sm text-muted transition-[scale] duration-calm group-hover:scale-[1.025]"
        />
      </Link>
      <p className="grid min-w-0 justify-items-start text-sm">
        <Link
          to={`/profile/${uploader.username}`}
          prefetch="intent"
          className="min-h-6 max-w-full truncate font-semibold"
        >
          {uploader.username}
        </Link>
        <RelativeTime value={publishedAt} now={now} className="max-w-full truncate text-muted" />
      </p>
    </li>
  );
}
