import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { BuyActions, BuyFacts, type BuyProps, buyQuestion } from './buy-question.tsx';

interface BuyDialogProps extends Omit<BuyProps, 'item'> {
  /** Null while nothing is asked: the dialog stays, as one that is taken away gives no focus back. */
  item: BuyProps['item'] | null;
  onClose: () => void;
}

/** Asks before buying; what is asked stays what it was, whatever becomes of the list behind it. */
export function BuyDialog({ item, onClose, ...rest }: BuyDialogProps) {
  const cancel = (
    <Button type="button" variant="ghost" onClick={onClose}>
      Cancel
    </Button>
  );
  return (
    <Dialog
      open={item !== null}
      onClose={onClose}
      title={item ? buyQuestion({ ...rest, item }) : ''}
      actions={item && <BuyActions {...rest} item={item} cancel={cancel} />}
    >
      {item && <BuyFacts {...rest} item={item} />}
    </Dialog>
  );
}
