import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import {
  BuyActions,
  BuyDetails,
  type BuyListingProps,
  getBuyTitle,
} from './buy-listing-confirmation.tsx';

interface BuyListingDialogProps extends Omit<BuyListingProps, 'item'> {
  /** Null closes the dialog. It stays mounted, as a dialog that is removed does not return the focus. */
  item: BuyListingProps['item'] | null;
  onClose: () => void;
}

/** Asks for confirmation before buying. The dialog does not change when the list behind it does. */
export function BuyListingDialog({ item, onClose, ...rest }: BuyListingDialogProps) {
  const cancel = (
    <Button type="button" variant="ghost" onClick={onClose}>
      Cancel
    </Button>
  );
  return (
    <Dialog
      open={item !== null}
      onClose={onClose}
      title={item ? getBuyTitle({ ...rest, item }) : ''}
      actions={item && <BuyActions {...rest} item={item} cancel={cancel} />}
    >
      {item && <BuyDetails {...rest} item={item} />}
    </Dialog>
  );
}
