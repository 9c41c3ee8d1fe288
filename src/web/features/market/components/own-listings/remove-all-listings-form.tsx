import { Form } from 'react-router';
import { IdempotencyKey } from '#web/lib/idempotency-key.tsx';
import { usePending } from '#web/lib/use-pending.ts';
import { listingsPath } from '#web/paths/market.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmOrCancel } from '#web/ui/confirm-or-cancel.tsx';

interface RemoveAllListingsFormProps {
  formKey: string;
  /** The number of listings. */
  total: number;
  /** Closes the dialog. Without it, as on a page without scripts, Cancel is a link to the listings. */
  onCancel?: () => void;
}

/** Confirms or cancels the removal of all listings. */
export function RemoveAllListingsForm({ formKey, total, onCancel }: RemoveAllListingsFormProps) {
  const removing = usePending({ intent: 'remove-all' });
  return (
    <Form method="post" action={listingsPath}>
      <IdempotencyKey value={formKey} />
      <input type="hidden" name="intent" value="remove-all" />
      <ConfirmOrCancel cancelLabel="Keep them" onCancel={onCancel ?? listingsPath}>
        <Button variant="danger" pending={removing}>
          {total === 1 ? 'Remove' : `Remove all ${total}`}
        </Button>
      </ConfirmOrCancel>
    </Form>
  );
}
