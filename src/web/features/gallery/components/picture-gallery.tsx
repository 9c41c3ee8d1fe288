import { useCallback, useEffect, useRef, useState } from 'react';
import type { GalleryPicture } from '#domain/gallery/gallery-columns.ts';
import type { GalleryPage } from '#domain/gallery/list-pictures.ts';
import { DeletePictureDialog } from './delete-picture.tsx';
import { MorePictures } from './more-pictures.tsx';
import { PictureDialog } from './picture-dialog.tsx';
import { PictureGrid } from './picture-grid.tsx';
import { useMorePictures } from './use-more-pictures.ts';
import { usePictureDeletion } from './use-picture-deletion.ts';

const none: ReadonlySet<string> = new Set();

/** The grid of pictures, starting with the page `first`. A dialog shows a large picture; scrolling loads more. */
export function PictureGallery({ first, now }: { first: GalleryPage; now: Date }) {
  const [removed, setRemoved] = useState(none);
  const { pictures, next, loading, failed, more, end } = useMorePictures(first, removed);
  const [shown, setShown] = useState<GalleryPicture | null>(null);
  const grid = useRef<HTMLDivElement>(null);
  // After the dialog is closed, the picture that was shown last gets the focus.
  const [focusId, setFocusId] = useState<string | null>(null);

  const at = shown ? pictures.findIndex(({ id }) => id === shown.id) : -1;
  const newer = at > 0 ? (pictures[at - 1] ?? null) : null;
  const older = at >= 0 ? (pictures[at + 1] ?? null) : null;
  const atEnd = at >= 0 && !older;

  useEffect(() => {
    if (atEnd) more();
  }, [atEnd, more]);

  useEffect(() => {
    if (shown || focusId === null) return;
    grid.current?.querySelector<HTMLElement>(`[data-picture="${focusId}"]`)?.focus();
    setFocusId(null);
  }, [shown, focusId]);

  // The picture to show next. It is stored before the deletion, because afterwards the list has no neighbours.
  const neighbour = useRef<GalleryPicture | null>(null);
  const deletion = usePictureDeletion(
    useCallback((id: string) => {
      setRemoved((before) => new Set([...before, id]));
      const next = neighbour.current;
      setShown((now) => (now?.id === id ? next : now));
    }, []),
  );

  return (
    <div ref={grid}>
      <PictureGrid pictures={pictures} now={now} onOpen={setShown} />
      <MorePictures next={next} loading={loading} failed={failed} onMore={more} end={end} />
      {/* Before the dialog of the picture, so that the focus returns to the picture when it closes. */}
      <DeletePictureDialog
        picture={deletion.picture}
        fetcher={deletion.fetcher}
        answer={deletion.answer}
        onClose={deletion.cancel}
      />
      <PictureDialog
        picture={shown}
        newer={newer}
        older={older}
        now={now}
        isAsking={deletion.picture !== null}
        onShow={setShown}
        onClose={() => {
          setFocusId(shown?.id ?? null);
          setShown(null);
        }}
        onDelete={(picture) => {
          neighbour.current = older ?? newer;
          deletion.ask(picture);
        }}
      />
    </div>
  );
}
