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
  /** Called on Escape, by the close button and on a press beside the dialog. */
  onClose: () => void;
  title: string;
  description?: ReactNode;
  /** Buttons, the most important one first. */
  actions?: ReactNode;
  children?: ReactNode;
}

/**
 * A modal dialog. It is the browser's own `dialog`, which handles the focus and Escape and makes the page
 * behind it inert.
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

  function onCancel(event: SyntheticEvent<HTMLDialogElement>) {
    // A file picker inside the dialog has a `cancel` event of its own.
    if (event.target === event.currentTarget) onClose();
  }
  // Chromium sends `close` a frame later. A dialog that was opened again in the meantime must stay open.
  function onDialogClose(event: SyntheticEvent<HTMLDialogElement>) {
    if (open && !event.currentTarget.open) onClose();
  }

  function onMouseDown(event: MouseEvent<HTMLDialogElement>) {
    // The second press of a double click belongs to the button that opened the dialog.
    if (event.target === event.currentTarget && event.detail < 2) onClose();
  }

  return (
    <dialog
      ref={dialog}
      onCancel={onCancel}
      onClose={onDialogClose}
      onMouseDown={onMouseDown}
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
