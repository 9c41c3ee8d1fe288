import { type ComponentType, type FormEvent, type ReactNode, useState } from 'react';
import { Form, useLocation, useNavigate } from 'react-router';
import { useViewer } from '#web/lib/viewer.ts';
import type { GuestLogoutDialog } from './guest-logout-dialog.tsx';

type DialogProps = Parameters<typeof GuestLogoutDialog>[0];

/**
 * The form around a Logout button. A guest has to confirm first, in a dialog that is loaded on demand.
 * Without scripts, or when the dialog cannot be loaded, the page `/logout` asks instead.
 */
export function LogoutForm({ children }: { children: ReactNode }) {
  const viewer = useViewer();
  const navigate = useNavigate();
  const { key } = useLocation();
  const [ConfirmDialog, setConfirmDialog] = useState<ComponentType<DialogProps> | null>(null);
  // The location key at which the dialog was opened. Every navigation has a new key and closes it.
  const [openAt, setOpenAt] = useState<string | null>(null);
  const guest = viewer?.role === 'guest' ? viewer : null;

  function confirmFirst(event: FormEvent) {
    if (!guest) return;
    event.preventDefault();
    import('./guest-logout-dialog.tsx').then(
      ({ GuestLogoutDialog }) => {
        setConfirmDialog(() => GuestLogoutDialog);
        setOpenAt(key);
      },
      () => navigate('/logout'),
    );
  }

  return (
    <>
      <Form method="post" action="/logout" onSubmit={confirmFirst}>
        <input type="hidden" name="intent" value="logout" />
        {children}
      </Form>
      {guest && ConfirmDialog && (
        <ConfirmDialog
          open={openAt === key}
          username={guest.username}
          balance={guest.balance}
          onClose={() => setOpenAt(null)}
        />
      )}
    </>
  );
}
