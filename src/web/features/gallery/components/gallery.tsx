import { useCallback, useEffect, useRef, useState } from 'react';
import type { GalleryPage } from './cached-gallery-pages.ts';
import { DeletePictureDialog } from './delete-picture.tsx';
import type { GalleryPicture } from './gallery-picture.ts';
import { MorePictures } from './more-pictures.tsx';
import { PictureDialog } from './picture-dialog.tsx';
import { PictureGrid } from './picture-grid.tsx';
import { useMorePictures } from './use-more-pictures.ts';
import { usePictureDeletion } from './use-picture-deletion.ts';

const none: ReadonlySet<string> = new Set();

/** The pictures from `first` on, large ones in a dialog, and more as one scrolls. */
export function Gallery({ first, now }: { first: GalleryPage; now: Date }) {
  const [removed, setRemoved] = useState(none);
  const { pictures, next, loading, failed, more, end } = useMorePictures(first, removed);
  const [shown, setShown] = useState<GalleryPicture | null>(null);
  const grid = useRef<HTMLDivElement>(null);
  // Whose focus was in the dialog finds it at the picture that was shown last.
  const [back, setBack] = useState<string | null>(null);

  const at = shown ? pictures.findIndex(({ id }) => id === shown.id) : -1;
  const newer = at > 0 ? (pictures[at - 1] ?? null) : null;
  const older = at >= 0 ? (pictures[at + 1] ?? null) : null;
  const atEnd = at >= 0 && !older;

  useEffect(() => {
    if (atEnd) more();
  }, [atEnd, more]);

  useEffect(() => {
    if (shown || back === null) return;
    grid.current?.querySelector<HTMLElement>(`[data-picture="${back}"]`)?.focus();
    setBack(null);
  }, [shown, back]);

  // Once it is deleted the list does not know any more what was beside it.
  const beside = useRef<GalleryPicture | null>(null);
  const deletion = usePictureDeletion(
    useCallback((id: string) => {
      setRemoved((before) => new Set([...before, id]));
      const next = beside.current;
      setShown((now) => (now?.id === id ? next : now));
    }, []),
  );

  return (
    <div ref={grid}>
      <PictureGrid pictures={pictures} now={now} onOpen={setShown} />
      <MorePictures next={next} loading={loading} failed={failed} onMore={more} end={end} />
      {/* Before the picture's: closed first, it leaves the focus to the picture. */}
      <DeletePictureDialog
        picture={deletion.asked}
        fetcher={deletion.fetcher}
        answer={deletion.answer}
        onClose={deletion.keep}
      />
      <PictureDialog
        picture={shown}
        newer={newer}
        older={older}
        now={now}
        asking={deletion.asked !== null}
        onShow={setShown}
        onClose={() => {
          setBack(shown?.id ?? null);
          setShown(null);
        }}
        onDelete={(picture) => {
          beside.current = older ?? newer;
          deletion.ask(picture);
        }}
      />
    </div>
  );
}
