import type { LucideIcon } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useHydrated } from '#web/lib/use-hydrated.ts';
import { Button, ButtonLink } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { ButtonForm } from './forms/button-form.tsx';

interface ConfirmationDialogProps {
  open: boolean;
  title: string;
  /** The path of the page without the question. */
  closePath: string;
  /** The form with its button. */
  confirm: ReactNode;
  children: ReactNode;
}

/** A question that the URL asks for, with a form as its answer: a dialog, and a section of the page where no script runs. */
export function ConfirmationDialog({
  open,
  title,
  closePath,
  confirm,
  children,
}: ConfirmationDialogProps) {
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

interface RemovalDialogProps {
  open: boolean;
  title: string;
  /** The path of the page, which receives the form. */
  path: string;
  /** The fields of the form. */
  values: Record<string, string>;
  /** The text of the button. */
  button: string;
  children: ReactNode;
}

/** A question about something that is removed or ended for good, with a red button that sends a form. */
export function RemovalDialog({ open, title, path, values, button, children }: RemovalDialogProps) {
  return (
    <ConfirmationDialog
      open={open}
      title={title}
      closePath={path}
      confirm={
        <ButtonForm values={values} action={path} variant="danger" size="md">
          {button}
        </ButtonForm>
      }
    >
      {children}
    </ConfirmationDialog>
  );
}

interface DialogLinkProps extends ComponentProps<typeof ButtonLink> {
  icon?: LucideIcon;
}

/** The button that leads to a question of the same page. */
export function DialogLink({ icon: Icon, children, ...rest }: DialogLinkProps) {
  return (
    <ButtonLink prefetch="none" preventScrollReset variant="quiet" size="sm" {...rest}>
      {Icon && <Icon aria-hidden />}
      {children}
    </ButtonLink>
  );
}
