import type { RefObject } from 'react';
import { Link } from 'react-router';
import { galleryPath } from '#web/paths/gallery.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Loading } from '#web/ui/loading/loading.tsx';

interface MorePicturesProps {
  /** Null at the end of the gallery. */
  next: string | null;
  loading: boolean;
  failed: boolean;
  onMore: () => void;
  /** The element that causes loading when it comes near the screen. */
  end: RefObject<HTMLDivElement | null>;
}

/** The link to older pictures. With scripts they are loaded by scrolling. */
export function MorePictures({ next, loading, failed, onMore, end }: MorePicturesProps) {
  return (
    <div ref={end} className="mt-10 grid min-h-12 justify-items-center">
      {loading && <Loading />}
      {next !== null &&
        (failed && !loading ? (
          <Alert
            tone="failure"
            action={
              <Button type="button" variant="quiet" size="sm" onClick={onMore}>
                Try again
              </Button>
            }
          >
            More pictures could not be loaded.
          </Alert>
        ) : (
          <Link
            to={`${galleryPath}?after=${next}`}
            prefetch="none"
            aria-busy={loading || undefined}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return;
              event.preventDefault();
              onMore();
            }}
            className="inline-flex min-h-11 items-center rounded-md bg-plinth px-4.5 font-semibold shadow-lift hover:bg-line"
          >
            {loading ? 'Loading...' : 'Older pictures'}
          </Link>
        ))}
    </div>
  );
}
