import { Form } from 'react-router';
import { Button } from '../button.tsx';
import { DangerChoice } from '../danger-choice.tsx';
import { IdempotencyKey } from '../idempotency-key.tsx';
import { usePending } from '../use-pending.ts';
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
