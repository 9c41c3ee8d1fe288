import { ChevronLeft, ChevronRight, Trash2, X } from 'lucide-react';
import { type ReactNode, type TouchEvent, useEffect, useRef } from 'react';
import type { GalleryPicture } from '#domain/gallery/gallery-columns.ts';
import { altTextOf } from './picture-alt-text.ts';
import { PictureFacts } from './picture-facts.tsx';

interface PictureDialogProps {
  /** Null while it is closed. */
  picture: GalleryPicture | null;
  /** The neighbours; null at the ends. */
  newer: GalleryPicture | null;
  older: GalleryPicture | null;
  now: Date;
  /** Whether a question is open above the dialog; then the keys belong to the question. */
  isAsking: boolean;
  onShow: (picture: GalleryPicture) => void;
  onClose: () => void;
  onDelete: (picture: GalleryPicture) => void;
}

/** How far a finger must move to show the next picture, in CSS pixels. */
const swipePx = 50;

/** Shows a large picture. Buttons, arrow keys and swiping lead to its neighbours. */
export function PictureDialog(props: PictureDialogProps) {
  const { picture, newer, older, now, isAsking, onShow, onClose, onDelete } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const touchStartX = useRef<number | null>(null);
  const open = picture !== null;

  useEffect(() => {
    const element = dialog.current;
    if (open && !element?.open) element?.showModal();
    if (!open && element?.open) element.close();
  }, [open]);

  useEffect(() => {
    // The neighbours are loaded in advance.
    for (const picture of [older, newer]) {
      if (picture && open) new Image().src = picture.full.path;
    }
  }, [open, older, newer]);

  const handlesKeys = open && !isAsking;
  useEffect(() => {
    if (!handlesKeys) return;
    function onKeyDown(event: KeyboardEvent) {
      if (event.metaKey || event.ctrlKey || event.altKey) return;
      const target = { ArrowLeft: newer, ArrowRight: older }[event.key];
      if (target === undefined) return;
      event.preventDefault();
      if (target) onShow(target);
    }
    // On the document, because the focused element may have disappeared with its picture.
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [handlesKeys, newer, older, onShow]);

  const shownId = picture?.id;
  useEffect(() => {
    if (!handlesKeys || shownId === undefined) return;
    const element = dialog.current;
    if (!element?.contains(document.activeElement)) element?.focus();
  }, [handlesKeys, shownId]);

  function onTouchEnd(event: TouchEvent) {
    const moved = (event.changedTouches[0]?.clientX ?? 0) - (touchStartX.current ?? 0);
    const target = moved > 0 ? newer : older;
    const isSwipe = touchStartX.current !== null && !isEnlarged() && Math.abs(moved) > swipePx;
    if (isSwipe && target) onShow(target);
    touchStartX.current = null;
  }

  return (
    <dialog
      ref={dialog}
      aria-label={picture ? altTextOf(picture) : 'Picture'}
      onCancel={onClose}
      onClose={(event) => open && !event.currentTarget.open && onClose()}
      tabIndex={-1}
      className="m-0 size-full max-h-none max-w-none overflow-hidden scheme-dark bg-well text-ink outline-none open:animate-rise"
    >
      {picture && (
        <div className="grid h-full grid-rows-[1fr_auto]">
          <div
            onTouchStart={({ touches }) => {
              // Two fingers enlarge the picture. In an enlarged picture one finger scrolls.
              const canSwipe = touches.length === 1 && !isEnlarged();
              touchStartX.current = canSwipe ? (touches[0]?.clientX ?? null) : null;
            }}
            onTouchEnd={onTouchEnd}
            className="relative grid min-h-0 place-items-center p-2 sm:px-20 sm:py-4"
          >
            <img
              key={picture.id}
              src={picture.full.path}
              width={picture.full.width}
              height={picture.full.height}
              alt={altTextOf(picture)}
              className="size-full max-h-full min-h-0 object-contain"
            />
            <DialogButton label="Close" onClick={onClose} className="top-3 right-3">
              <X aria-hidden className="size-6" />
            </DialogButton>
            <DialogButton
              label="Newer picture"
              disabled={!newer}
              onClick={() => newer && onShow(newer)}
              className="top-1/2 left-3 -translate-y-1/2"
            >
              <ChevronLeft aria-hidden className="size-6" />
            </DialogButton>
            <DialogButton
              label="Older picture"
              disabled={!older}
              onClick={() => older && onShow(older)}
              className="top-1/2 right-3 -translate-y-1/2"
            >
              <ChevronRight aria-hidden className="size-6" />
            </DialogButton>
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

/** Whether the page is enlarged by a pinch gesture. */
function isEnlarged(): boolean {
  return (window.visualViewport?.scale ?? 1) > 1.01;
}

interface DialogButtonProps {
  label: string;
  /** A disabled button keeps the focus, so that the keyboard still works at the end of the gallery. */
  disabled?: boolean;
  onClick: () => void;
  className: string;
  children: ReactNode;
}

function DialogButton(props: DialogButtonProps) {
  const { label, disabled = false, onClick, className, children } = props;
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
