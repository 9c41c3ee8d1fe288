import { type ComponentType, type FormEvent, type ReactNode, useState } from 'react';
import { Form, useLocation, useNavigate } from 'react-router';
import { useViewer } from '#web/lib/viewer.ts';
import type { GuestLogoutDialog } from './guest-logout-dialog.tsx';

type DialogProps = Parameters<typeof GuestLogoutDialog>[0];

/**
 * The form around a Logout button. A guest is asked first, in a dialog that is loaded when it is needed;
 * where scripts do not run, or it cannot be loaded, on a page of its own.
 */
export function LogoutForm({ children }: { children: ReactNode }) {
  const viewer = useViewer();
  const navigate = useNavigate();
  const { key } = useLocation();
  const [Question, setQuestion] = useState<ComponentType<DialogProps> | null>(null);
  // On which screen it was asked: whichever way on was chosen, the question is answered.
  const [askedOn, setAskedOn] = useState<string | null>(null);
  const guest = viewer?.role === 'guest' ? viewer : null;

  function ask(event: FormEvent) {
    if (!guest) return;
    event.preventDefault();
    import('./guest-logout-dialog.tsx').then(
      ({ GuestLogoutDialog }) => {
        setQuestion(() => GuestLogoutDialog);
        setAskedOn(key);
      },
      () => navigate('/logout'),
    );
  }

  return (
    <>
      <Form method="post" action="/logout" onSubmit={ask}>
        <input type="hidden" name="intent" value="logout" />
        {children}
      </Form>
      {guest && Question && (
        <Question
          open={askedOn === key}
          username={guest.username}
          balance={guest.balance}
          onClose={() => setAskedOn(null)}
        />
      )}
    </>
  );
}
