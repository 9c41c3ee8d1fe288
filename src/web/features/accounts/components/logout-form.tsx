import { type ComponentType, type FormEvent, type ReactNode, useState } from 'react';
import { Form, useLocation, useNavigate, useSubmit } from 'react-router';
import { useViewer } from '#web/lib/root-data.ts';
import { hasUnsentTexts } from '#web/lib/stored-values/delete-after-logout.ts';

interface DialogProps {
  open: boolean;
  username: string;
  /** Cents. */
  balance: number;
  onClose: () => void;
}

/**
 * The form around a Logout button. A guest has to confirm first, and so has a player with texts that were not
 * sent, in a dialog that is loaded on demand. Without scripts, or when the dialog cannot be loaded, the page
 * `/logout` asks guests instead.
 */
export function LogoutForm({ children }: { children: ReactNode }) {
  const viewer = useViewer();
  const navigate = useNavigate();
  const submit = useSubmit();
  const { key } = useLocation();
  const [ConfirmDialog, setConfirmDialog] = useState<ComponentType<DialogProps> | null>(null);
  // The location key at which the dialog was opened. Every navigation has a new key and closes it.
  const [openAt, setOpenAt] = useState<string | null>(null);
  const isGuest = viewer?.role === 'guest';

  function confirmFirst(event: FormEvent<HTMLFormElement>) {
    if (!viewer || !(isGuest || hasUnsentTexts(viewer.username))) return;
    event.preventDefault();
    const form = event.currentTarget;
    loadDialog(isGuest).then(
      (dialog) => {
        setConfirmDialog(() => dialog);
        setOpenAt(key);
      },
      () => (isGuest ? navigate('/logout') : submit(form)),
    );
  }

  return (
    <>
      <Form method="post" action="/logout" onSubmit={confirmFirst}>
        <input type="hidden" name="intent" value="logout" />
        {children}
      </Form>
      {viewer && ConfirmDialog && (
        <ConfirmDialog
          open={openAt === key}
          username={viewer.username}
          balance={viewer.balance}
          onClose={() => setOpenAt(null)}
        />
      )}
    </>
  );
}

async function loadDialog(isGuest: boolean): Promise<ComponentType<DialogProps>> {
  if (isGuest) return (await import('./guest-logout-dialog.tsx')).GuestLogoutDialog;
  return (await import('./unsent-logout-dialog.tsx')).UnsentLogoutDialog;
}
