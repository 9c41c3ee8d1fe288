import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { BuyActions, BuyFacts, type BuyProps, buyQuestion } from './buy-question.tsx';

interface BuyDialogProps extends BuyProps {
  onClose: () => void;
}

/** Asks before buying; what is asked stays what it was, whatever becomes of the list behind it. */
export function BuyDialog({ onClose, ...asked }: BuyDialogProps) {
  const cancel = (
    <Button type="button" variant="ghost" onClick={onClose}>
      Cancel
    </Button>
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={buyQuestion(asked.item)}
      actions={<BuyActions {...asked} cancel={cancel} />}
    >
      <BuyFacts {...asked} />
    </Dialog>
  );
}
