import { createPortal } from 'react-dom';
import { Form } from 'react-router';
import { usePending } from '#web/lib/use-pending.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

interface UnsentLogoutDialogProps {
  open: boolean;
  onClose: () => void;
}

/** Asks for confirmation before a logout that deletes drafts or unsent messages from this browser. */
export function UnsentLogoutDialog({ open, onClose }: UnsentLogoutDialogProps) {
  const pending = usePending({ intent: 'logout' });
  // In the body, because the Logout button is in a menu that closes.
  return createPortal(
    <Dialog open={open} onClose={onClose} title="Log out and delete what you did not send?">
      <div className="grid gap-6">
        <p>
          This browser keeps drafts or messages that you did not send. Logging out deletes them from
          it.
        </p>
        <div className="grid gap-3">
          <Button type="button" variant="quiet" block onClick={onClose}>
            Stay logged in
          </Button>
          <Form method="post" action="/logout">
            <input type="hidden" name="intent" value="logout" />
            <Button variant="danger" block pending={pending}>
              Log out and delete them
            </Button>
          </Form>
        </div>
      </div>
    </Dialog>,
    document.body,
  );
}
