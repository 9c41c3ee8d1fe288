import { createPortal } from 'react-dom';
import { Dialog } from '#web/ui/dialog.tsx';
import { GuestLogoutChoice } from './guest-logout-choice.tsx';

interface GuestLogoutDialogProps {
  open: boolean;
  username: string;
  /** Cents. */
  balance: number;
  onClose: () => void;
}

/** Asks a guest for confirmation before logging out, as a guest cannot log in again. */
export function GuestLogoutDialog({ open, onClose, ...guest }: GuestLogoutDialogProps) {
  // In the body, because the Logout button is in a menu that closes.
  return createPortal(
    <Dialog open={open} onClose={onClose} title="Log out for good?">
      <GuestLogoutChoice {...guest} onStay={onClose} />
    </Dialog>,
    document.body,
  );
}
