import { X } from 'lucide-react';
import {
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useId,
  useRef,
} from 'react';

interface DialogProps {
  open: boolean;
  /** Escape, the cross, or a press beside the dialog. */
  onClose: () => void;
  title: string;
  description?: ReactNode;
  /** Buttons, the one that matters most first. */
  actions?: ReactNode;
  children?: ReactNode;
}

/**
 * A modal dialog. The browser's own: it takes the focus and gives it back, closes on Escape, makes
 * the page behind it inert, and costs no script.
 */
export function Dialog({ open, onClose, title, description, actions, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();

  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (open && !element.open) element.showModal();
    if (!open && element.open) element.close();
  }, [open]);

  // Chromium tells of the close a frame later; who opens the dialog again until then is not shut out.
  function hearEscape(event: SyntheticEvent<HTMLDialogElement>) {
    // A file picker inside has a cancel of its own.
    if (event.target === event.currentTarget) onClose();
  }
  function hearClose(event: SyntheticEvent<HTMLDialogElement>) {
    if (open && !event.currentTarget.open) onClose();
  }

  function pressBeside(event: MouseEvent<HTMLDialogElement>) {
    if (event.target === event.currentTarget) onClose();
  }

  return (
    <dialog
      ref={dialog}
      onCancel={hearEscape}
      onClose={hearClose}
      onMouseDown={pressBeside}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      className="m-auto w-full max-w-form overflow-visible rounded-lg bg-raised text-ink shadow-float open:animate-rise max-sm:mb-0 max-sm:max-w-full max-sm:rounded-b-none"
    >
      {open && (
        <div className="relative grid max-h-[85svh] gap-5 overflow-y-auto p-6 sm:p-7">
          <div className="grid gap-2 pr-10">
            <h2 id={`${id}-title`} className="text-xl">
              {title}
            </h2>
            {description && (
              <div id={`${id}-description`} className="text-muted">
                {description}
              </div>
            )}
          </div>
          {children}
          {actions && <div className="flex flex-row-reverse flex-wrap gap-3">{actions}</div>}
          <button
            type="button"
            onClick={onClose}
            aria-label="Close"
            className="absolute top-4 right-4 grid size-10 place-items-center rounded-full text-muted transition-colors hover:bg-line hover:text-ink"
          >
            <X aria-hidden className="size-5" />
          </button>
        </div>
      )}
    </dialog>
  );
}
