import { type ReactNode, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useHydrated } from '#web/lib/use-hydrated.ts';
import { Button, ButtonLink } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface QuestionProps {
  open: boolean;
  title: string;
  /** The path of the page without the question. */
  closePath: string;
  /** The form with its button. */
  confirm: ReactNode;
  children: ReactNode;
}

/** A question that the URL asks for, with a form as its answer: a dialog, and a section of the page where no script runs. */
export function Question({ open, title, closePath, confirm, children }: QuestionProps) {
  const hydrated = useHydrated();
  const navigate = useNavigate();
  const { key } = useLocation();
  // Escape closes the dialog before the navigation ends. A question that is asked again meanwhile has a new key.
  const [closedKey, setClosedKey] = useState<string | null>(null);
  function close() {
    setClosedKey(key);
    void navigate(closePath, { replace: true, preventScrollReset: true });
  }
  if (hydrated) {
    return (
      <Dialog
        open={open && closedKey !== key}
        onClose={close}
        title={title}
        actions={
          <>
            {confirm}
            <Button type="button" variant="ghost" onClick={close}>
              Cancel
            </Button>
          </>
        }
      >
        {children}
      </Dialog>
    );
  }
  if (!open) return null;
  return (
    <section
      aria-label={title}
      className="mx-auto mb-10 grid max-w-form gap-5 rounded-lg bg-raised p-6 shadow-float sm:p-7"
    >
      <h2 className="text-xl">{title}</h2>
      {children}
      <div className="flex flex-row-reverse flex-wrap gap-3">
        {confirm}
        <ButtonLink to={closePath} variant="ghost">
          Cancel
        </ButtonLink>
      </div>
    </section>
  );
}
