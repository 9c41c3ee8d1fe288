import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { useNumbers } from '#web/ui/texts/numbers.ts';
import { SumLine } from './sum-line.tsx';

interface BuyMissingDialogProps {
  /** The highest total in cents; null closes the dialog. */
  maximum: number | null;
  buyable: number;
  /** Cents. */
  cost: number;
  balance: number;
  pending: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for confirmation before the missing cards are bought, and shows the highest possible cost. */
export function BuyMissingDialog(props: BuyMissingDialogProps) {
  const { formatMoney } = useNumbers();
  const { maximum, buyable, cost, balance, pending, onConfirm, onClose } = props;
  const highestCost = Math.min(maximum ?? 0, balance);
  return (
    <Dialog
      open={maximum !== null}
      onClose={onClose}
      title={`Buy the missing cards for up to ${formatMoney(maximum ?? 0)}?`}
      description="Each card is bought at the cheapest price of that moment."
      actions={
        <>
          <Button type="button" pending={pending} onClick={onConfirm}>
            Buy
          </Button>
          <Button type="button" variant="ghost" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-2">
        <SumLine name={buyable === 1 ? 'One card, now' : `${buyable} cards, now`} cents={cost} />
        <SumLine name="Highest total" cents={maximum ?? 0} />
        <SumLine name="Balance now" cents={balance} />
        <SumLine name="Balance after, at worst" cents={balance - highestCost} strong />
      </dl>
    </Dialog>
  );
}
