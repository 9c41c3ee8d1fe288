import { useEffect, useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import { useToast } from '#web/ui/toast.tsx';
import { removeFromCache } from './cached-gallery-pages.ts';
import type { DeletePictureAnswer } from './delete-picture.tsx';
import { type GalleryPicture, picturePath } from './gallery-picture.ts';

/**
 * Asks for, sends and follows the deletion of one picture at a time. `onDeleted` is told which one it
 * was: by then another can be asked about.
 */
export function usePictureDeletion(onDeleted: (id: string) => void) {
  const fetcher = useFetcher<DeletePictureAnswer>();
  const toast = useToast();
  const [asked, setAsked] = useState<GalleryPicture | null>(null);
  const [told, setTold] = useState<DeletePictureAnswer | undefined>(undefined);
  // What was answered to an earlier question is not said again.
  const [before, setBefore] = useState<DeletePictureAnswer | undefined>(undefined);
  const { data: answer, state, formAction } = fetcher;
  const sent = useRef<string | null>(null);

  useEffect(() => {
    // A refusal does not say of which picture it is.
    if (formAction) sent.current = idIn(formAction);
  }, [formAction]);

  useEffect(() => {
    if (state !== 'idle' || !answer || told === answer) return;
    setTold(answer);
    const gone = answer.refusal?.code === 'picture-gone';
    if (answer.refusal && !gone) return;
    if (gone && answer.refusal) toast.failure(answer.refusal.message);
    else toast.success('Picture deleted.');
    const id = answer.deleted ?? sent.current;
    if (id === null) return;
    setAsked((now) => (now?.id === id ? null : now));
    removeFromCache(id);
    onDeleted(id);
  }, [state, answer, told, toast, onDeleted]);

  return {
    fetcher,
    asked,
    answer: answer === before ? undefined : answer,
    ask(picture: GalleryPicture) {
      setBefore(answer);
      setAsked(picture);
    },
    keep: () => setAsked(null),
  };
}

/** The id in the address of a picture's page. */
function idIn(address: string): string | null {
  const { pathname } = new URL(address, location.origin);
  const id = pathname.slice(picturePath('').length);
  return id === '' ? null : id;
}
