import { Form } from 'react-router';
import { IdempotencyKey } from '#web/lib/idempotency-key.tsx';
import { usePending } from '#web/lib/use-pending.ts';
import { Button } from '#web/ui/button.tsx';
import { DangerChoice } from '#web/ui/danger-choice.tsx';
import { listingsPath } from './market-address.ts';

interface RemoveAllFormProps {
  formKey: string;
  /** How many listings there are. */
  all: number;
  /** Closes the dialog that asks; without one, as on a page without script, a link leads back. */
  onCancel?: () => void;
}

/** The answer to whether all listings are to be taken back. */
export function RemoveAllForm({ formKey, all, onCancel }: RemoveAllFormProps) {
  const removing = usePending({ intent: 'remove-all' });
  return (
    <Form method="post" action={listingsPath}>
      <IdempotencyKey value={formKey} />
      <input type="hidden" name="intent" value="remove-all" />
      <DangerChoice keep="Keep them" leave={onCancel ?? listingsPath}>
        <Button variant="danger" pending={removing}>
          {all === 1 ? 'Remove' : `Remove all ${all}`}
        </Button>
      </DangerChoice>
    </Form>
  );
}
