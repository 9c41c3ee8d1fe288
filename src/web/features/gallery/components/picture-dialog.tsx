import { ChevronLeft, ChevronRight, Trash2, X } from 'lucide-react';
import { type ReactNode, type TouchEvent, useEffect, useRef } from 'react';
import { altOf, type GalleryPicture } from './gallery-picture.ts';
import { PictureFacts } from './picture-facts.tsx';

interface PictureDialogProps {
  /** Null while it is closed. */
  picture: GalleryPicture | null;
  /** What is left and right of it, null at the ends. */
  newer: GalleryPicture | null;
  older: GalleryPicture | null;
  now: Date;
  /** While a question lies over it, keys are the question's. */
  asking: boolean;
  onShow: (picture: GalleryPicture) => void;
  onClose: () => void;
  onDelete: (picture: GalleryPicture) => void;
}

/** CSS pixels that a finger moves to turn to the next picture. */
const swipe = 50;

/** A picture, large; its neighbours by buttons, by arrow keys or by swiping. */
export function PictureDialog(props: PictureDialogProps) {
  const { picture, newer, older, now, asking, onShow, onClose, onDelete } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const touched = useRef<number | null>(null);
  const open = picture !== null;

  useEffect(() => {
    const element = dialog.current;
    if (open && !element?.open) element?.showModal();
    if (!open && element?.open) element.close();
  }, [open]);

  useEffect(() => {
    // The next press shows it at once.
    for (const near of [older, newer]) if (near && open) new Image().src = near.full.path;
  }, [open, older, newer]);

  const listens = open && !asking;
  useEffect(() => {
    if (!listens) return;
    function onKeyDown(event: KeyboardEvent) {
      if (event.metaKey || event.ctrlKey || event.altKey) return;
      const to = { ArrowLeft: newer, ArrowRight: older }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      if (to) onShow(to);
    }
    // The focus can be nowhere: what had it may have gone with its picture.
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [listens, newer, older, onShow]);

  const shownId = picture?.id;
  useEffect(() => {
    if (!listens || shownId === undefined) return;
    const element = dialog.current;
    if (!element?.contains(document.activeElement)) element?.focus();
  }, [listens, shownId]);

  function onTouchEnd(event: TouchEvent) {
    const moved = (event.changedTouches[0]?.clientX ?? 0) - (touched.current ?? 0);
    const to = moved > 0 ? newer : older;
    const turns = touched.current !== null && !isEnlarged() && Math.abs(moved) > swipe;
    if (turns && to) onShow(to);
    touched.current = null;
  }

  return (
    <dialog
      ref={dialog}
      aria-label={picture ? altOf(picture) : 'Picture'}
      onCancel={onClose}
      onClose={(event) => open && !event.currentTarget.open && onClose()}
      tabIndex={-1}
      className="m-0 size-full max-h-none max-w-none overflow-hidden scheme-dark bg-well text-ink outline-none open:animate-rise"
    >
      {picture && (
        <div className="grid h-full grid-rows-[1fr_auto]">
          <div
            onTouchStart={({ touches }) => {
              // Two fingers enlarge it, and one then moves over it.
              const one = touches.length === 1 && !isEnlarged();
              touched.current = one ? (touches[0]?.clientX ?? null) : null;
            }}
            onTouchEnd={onTouchEnd}
            className="relative grid min-h-0 place-items-center p-2 sm:px-20 sm:py-4"
          >
            <img
              key={picture.id}
              src={picture.full.path}
              width={picture.full.width}
              height={picture.full.height}
              alt={altOf(picture)}
              className="size-full max-h-full min-h-0 object-contain"
            />
            <Press label="Close" onClick={onClose} className="top-3 right-3">
              <X aria-hidden className="size-6" />
            </Press>
            <Press
              label="Newer picture"
              disabled={!newer}
              onClick={() => newer && onShow(newer)}
              className="top-1/2 left-3 -translate-y-1/2"
            >
              <ChevronLeft aria-hidden className="size-6" />
            </Press>
            <Press
              label="Older picture"
              disabled={!older}
              onClick={() => older && onShow(older)}
              className="top-1/2 right-3 -translate-y-1/2"
            >
              <ChevronRight aria-hidden className="size-6" />
            </Press>
          </div>
          <div className="bg-surface px-4 py-4 sm:px-6">
            <div aria-live="polite" className="mx-auto max-w-page">
              <PictureFacts picture={picture} now={now}>
                {picture.deletable !== 'no' && (
                  <button
                    type="button"
                    onClick={() => onDelete(picture)}
                    className="grid size-12 shrink-0 place-items-center rounded-full text-muted transition-colors hover:bg-line hover:text-danger"
                    aria-label="Delete this picture"
                  >
                    <Trash2 aria-hidden className="size-5" />
                  </button>
                )}
              </PictureFacts>
            </div>
          </div>
        </div>
      )}
    </dialog>
  );
}

/** Whether fingers have made the page larger than it is. */
function isEnlarged(): boolean {
  return (window.visualViewport?.scale ?? 1) > 1.01;
}

interface PressProps {
  label: string;
  /** It keeps the focus: who gets to the end by it can turn back. */
  disabled?: boolean;
  onClick: () => void;
  className: string;
  children: ReactNode;
}

function Press({ label, disabled = false, onClick, className, children }: PressProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={disabled || undefined}
      onClick={onClick}
      className={`absolute grid size-12 place-items-center rounded-full bg-plinth/90 shadow-float transition-colors hover:bg-line aria-disabled:opacity-35 ${className}`}
    >
      {children}
    </button>
  );
}
