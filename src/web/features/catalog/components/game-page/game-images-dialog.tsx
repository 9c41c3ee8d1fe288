import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { GameImage } from './game-image.tsx';

interface GameImagesDialogProps {
  name: string;
  images: readonly string[];
  /** What the images show, by their paths. */
  texts: Readonly<Record<string, string>>;
  /** The index of the image that is shown first; null while the dialog is closed. */
  openIndex: number | null;
  onClose: () => void;
}

/** A scroll has ended when no scroll event came for this long. */
const scrollEndMs = 120;

/** Shows a game's images one at a time; the reader moves on by swiping, buttons or arrow keys. */
export function GameImagesDialog({
  name,
  images,
  texts,
  openIndex,
  onClose,
}: GameImagesDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const track = useRef<HTMLUListElement>(null);
  const scrollEndTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [shown, setShown] = useState(0);
  const last = images.length - 1;

  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (openIndex === null) {
      if (element.open) element.close();
      return;
    }
    if (!element.open) element.showModal();
    setShown(openIndex);
    scrollToImage(track.current, openIndex, 'instant');
    return () => clearTimeout(scrollEndTimer.current);
  }, [openIndex]);

  function goTo(to: number) {
    const index = Math.min(Math.max(to, 0), last);
    setShown(index);
    scrollToImage(track.current, index, 'auto');
  }

  function onScroll() {
    clearTimeout(scrollEndTimer.current);
    scrollEndTimer.current = setTimeout(() => {
      const element = track.current;
      if (element) setShown(Math.round(element.scrollLeft / Math.max(1, element.clientWidth)));
    }, scrollEndMs);
  }

  function onKeyDown(event: KeyboardEvent) {
    const to = { ArrowLeft: shown - 1, ArrowRight: shown + 1, Home: 0, End: last }[event.key];
    if (to === undefined || event.metaKey || event.ctrlKey || event.altKey) return;
    event.preventDefault();
    goTo(to);
  }

  return (
    <dialog
      ref={dialog}
      aria-label={`Pictures of ${name}`}
      onClose={() => openIndex !== null && onClose()}
      onKeyDown={onKeyDown}
      className="m-0 size-full max-h-none max-w-none overflow-hidden scheme-dark bg-well text-ink open:animate-rise"
    >
      {openIndex !== null && (
        <div className="grid h-full grid-rows-[auto_1fr_auto]">
          <div className="flex items-center justify-between gap-4 px-4 py-2 sm:px-6">
            <p className="truncate font-display text-lg font-bold">{name}</p>
            <RoundButton label="Close" onClick={onClose}>
              <X aria-hidden className="size-6" />
            </RoundButton>
          </div>
          <ul
            ref={track}
            onScroll={onScroll}
            className="flex min-h-0 snap-x snap-mandatory overflow-x-auto overflow-y-hidden scroll-smooth scrollbar-none"
          >
            {images.map((src, index) => (
              <li
                key={src}
                aria-hidden={index !== shown}
                className="h-full w-full shrink-0 snap-center snap-always sm:px-6"
              >
                <GameImage
                  src={src}
                  alt={texts[src] ?? `Picture ${index + 1} of ${name}`}
                  sizes="100vw"
                  className="size-full object-contain"
                />
              </li>
            ))}
          </ul>
          <div className="flex items-center justify-center gap-4 px-4 py-3">
            <RoundButton
              label="Previous picture"
              disabled={shown === 0}
              onClick={() => goTo(shown - 1)}
            >
              <ChevronLeft aria-hidden className="size-6" />
            </RoundButton>
            <p role="status" className="min-w-20 text-center tabular-nums">
              {shown + 1} of {images.length}
            </p>
            <RoundButton
              label="Next picture"
              disabled={shown === last}
              onClick={() => goTo(shown + 1)}
            >
              <ChevronRight aria-hidden className="size-6" />
            </RoundButton>
          </div>
        </div>
      )}
    </dialog>
  );
}

/** With `auto` the style sheet decides: the scroll is smooth unless the reader prefers less motion. */
function scrollToImage(track: HTMLUListElement | null, index: number, behavior: ScrollBehavior) {
  track?.scrollTo({ left: index * track.clientWidth, behavior });
}

interface RoundButtonProps {
  label: string;
  /** `aria-disabled`, so that the button keeps the focus at the first and last image. */
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}

function RoundButton({ label, disabled = false, onClick, children }: RoundButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={disabled || undefined}
      onClick={onClick}
      className="grid size-12 shrink-0 place-items-center rounded-full bg-plinth transition-colors hover:bg-line aria-disabled:opacity-45"
    >
      {children}
    </button>
  );
}
