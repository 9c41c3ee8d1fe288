import { useEffect, useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import type { GalleryPicture } from '#domain/gallery/gallery-columns.ts';
import { picturePath } from '#web/paths/gallery.ts';
import { useToast } from '#web/ui/toast.tsx';
import { removeFromCache } from './cached-gallery-pages.ts';
import type { DeletePictureAnswer } from './delete-picture.tsx';

/**
 * Controls the deletion of one picture at a time: the question, the request and its result. `onDeleted` gets
 * the id, because the question may be about another picture by then.
 */
export function usePictureDeletion(onDeleted: (id: string) => void) {
  const fetcher = useFetcher<DeletePictureAnswer>();
  const toast = useToast();
  const [picture, setPicture] = useState<GalleryPicture | null>(null);
  const [handled, setHandled] = useState<DeletePictureAnswer | undefined>(undefined);
  // The result of an earlier question is not shown again.
  const [previous, setPrevious] = useState<DeletePictureAnswer | undefined>(undefined);
  const { data: answer, state, formAction } = fetcher;
  const sentId = useRef<string | null>(null);

  useEffect(() => {
    // An error does not contain the id of the picture.
    if (formAction) sentId.current = idInPath(formAction);
  }, [formAction]);

  useEffect(() => {
    if (state !== 'idle' || !answer || handled === answer) return;
    setHandled(answer);
    const isGone = answer.error?.code === 'picture-gone';
    if (answer.error && !isGone) return;
    if (isGone && answer.error) toast.failure(answer.error.message);
    else toast.success('Picture deleted.');
    const id = answer.deleted ?? sentId.current;
    if (id === null) return;
    setPicture((now) => (now?.id === id ? null : now));
    removeFromCache(id);
    onDeleted(id);
  }, [state, answer, handled, toast, onDeleted]);

  return {
    fetcher,
    /** The picture that the question is about; null while no question is open. */
    picture,
    answer: answer === previous ? undefined : answer,
    ask(toDelete: GalleryPicture) {
      setPrevious(answer);
      setPicture(toDelete);
    },
    cancel: () => setPicture(null),
  };
}

/** Returns the id in the path of a picture's page; null when it has no id. */
function idInPath(path: string): string | null {
  const { pathname } = new URL(path, location.origin);
  const id = pathname.slice(picturePath('').length);
  return id === '' ? null : id;
}
