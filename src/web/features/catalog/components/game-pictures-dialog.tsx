import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { GamePicture } from './game-picture.tsx';

interface GamePicturesDialogProps {
  name: string;
  pictures: readonly string[];
  /** Which is shown first; null while it is closed. */
  opened: number | null;
  onClose: () => void;
}

/** A scroll has come to rest when nothing was heard of it for so long. */
const restMs = 120;

/** A game's pictures, large, one at a time: by swiping, by buttons or by arrow keys. */
export function GamePicturesDialog({ name, pictures, opened, onClose }: GamePicturesDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const track = useRef<HTMLUListElement>(null);
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [shown, setShown] = useState(0);
  const last = pictures.length - 1;

  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (opened === null) {
      if (element.open) element.close();
      return;
    }
    if (!element.open) element.showModal();
    setShown(opened);
    show(track.current, opened, 'instant');
    return () => clearTimeout(resting.current);
  }, [opened]);

  function go(to: number) {
    const index = Math.min(Math.max(to, 0), last);
    setShown(index);
    show(track.current, index, 'auto');
  }

  function onScroll() {
    clearTimeout(resting.current);
    resting.current = setTimeout(() => {
      const element = track.current;
      if (element) setShown(Math.round(element.scrollLeft / Math.max(1, element.clientWidth)));
    }, restMs);
  }

  function onKeyDown(event: KeyboardEvent) {
    const to = { ArrowLeft: shown - 1, ArrowRight: shown + 1, Home: 0, End: last }[event.key];
    if (to === undefined || event.metaKey || event.ctrlKey || event.altKey) return;
    event.preventDefault();
    go(to);
  }

  return (
    <dialog
      ref={dialog}
      aria-label={`Pictures of ${name}`}
      onClose={() => opened !== null && onClose()}
      onKeyDown={onKeyDown}
      className="m-0 size-full max-h-none max-w-none overflow-hidden scheme-dark bg-well text-ink open:animate-rise"
    >
      {opened !== null && (
        <div className="grid h-full grid-rows-[auto_1fr_auto]">
          <div className="flex items-center justify-between gap-4 px-4 py-2 sm:px-6">
            <p className="truncate font-display text-lg font-bold">{name}</p>
            <Press label="Close" onClick={onClose}>
              <X aria-hidden className="size-6" />
            </Press>
          </div>
          <ul
            ref={track}
            onScroll={onScroll}
            className="flex min-h-0 snap-x snap-mandatory overflow-x-auto overflow-y-hidden scroll-smooth scrollbar-none"
          >
            {pictures.map((src, index) => (
              <li
                key={src}
                aria-hidden={index !== shown}
                className="h-full w-full shrink-0 snap-center snap-always sm:px-6"
              >
                <GamePicture
                  src={src}
                  alt={`Picture ${index + 1} of ${name}`}
                  sizes="100vw"
                  className="size-full object-contain"
                />
              </li>
            ))}
          </ul>
          <div className="flex items-center justify-center gap-4 px-4 py-3">
            <Press label="Previous picture" disabled={shown === 0} onClick={() => go(shown - 1)}>
              <ChevronLeft aria-hidden className="size-6" />
            </Press>
            <p role="status" className="min-w-20 text-center tabular-nums">
              {shown + 1} of {pictures.length}
            </p>
            <Press label="Next picture" disabled={shown === last} onClick={() => go(shown + 1)}>
              <ChevronRight aria-hidden className="size-6" />
            </Press>
          </div>
        </div>
      )}
    </dialog>
  );
}

/** Where the style sheet lets it glide, `auto` does; not for who wants less motion. */
function show(track: HTMLUListElement | null, index: number, behavior: ScrollBehavior) {
  track?.scrollTo({ left: index * track.clientWidth, behavior });
}

interface PressProps {
  label: string;
  /** It keeps the focus: who gets to the end by it can turn back. */
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}

function Press({ label, disabled = false, onClick, children }: PressProps) {
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
