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

/** Asks a guest before it logs out, as that is final. */
export function GuestLogoutDialog({ open, onClose, ...guest }: GuestLogoutDialogProps) {
  // The button lies in a menu that closes.
  return createPortal(
    <Dialog open={open} onClose={onClose} title="Log out for good?">
      <GuestLogoutChoice {...guest} leave={onClose} />
    </Dialog>,
    document.body,
  );
}
