import type { Delivery } from '#domain/library/delivery/get-delivery.ts';
import { Alert } from '#web/ui/alert.tsx';
import { CopyText } from '#web/ui/copy-text.tsx';

/** What the reader gets as the owner of a game. */
export function OwnedDelivery({ delivery: { key } }: { delivery: Delivery }) {
  return (
    <div className="grid gap-4">
      {key && key.text !== null && (
        <div className="grid gap-1.5">
          <CopyText label="Your key" text={key.text} />
          <p className="text-sm text-muted">Only you see it. Do not give it to anybody.</p>
        </div>
      )}
      {key && key.text === null && (
        <Alert>Your key cannot be shown at the moment. Please ask those who run this site.</Alert>
      )}
    </div>
  );
}
