import { useId } from 'react';
import { Form } from 'react-router';
import type { BackupFile } from '#domain/system/server-operations.ts';
import { backupConstants } from '#shared/constants/server/backups.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmationDialog } from '#web/ui/confirmation-dialog.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { DateTime } from '#web/ui/texts/date-time.tsx';

/** Asks before a backup is prepared to be restored, and lets the admin type a word. */
export function RestoreQuestion({ backup }: { backup: BackupFile | null }) {
  const form = useId();
  const pending = usePending({ intent: 'restore' });
  const { confirmation } = backupConstants;
  return (
    <ConfirmationDialog
      open={backup !== null}
      title="Restore this backup?"
      closePath="/admin/backups"
      confirm={
        <Button form={form} variant="danger" pending={pending}>
          Prepare the restore
        </Button>
      }
    >
      {backup && (
        <Form id={form} method="post" action="/admin/backups" className="grid gap-4">
          <input type="hidden" name="intent" value="restore" />
          <input type="hidden" name="name" value={backup.name} />
          <p>
            The site becomes what it was on <DateTime value={backup.at} />. Everything since then is
            lost: accounts, cards, money, messages and settings.
          </p>
          <p>
            Afterwards everybody logs in again. All sessions, loginIds, API keys, reset links,
            invitations and unused codes are void.
          </p>
          <p>
            The backup is checked, unpacked and audited beside the running data. It is put into
            place when you restart the server; until then you can cancel it. The data of today stays
            in a folder of its own.
          </p>
          <TextField
            label={`Type ${confirmation} to confirm`}
            name="confirmation"
            required
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={20}
          />
        </Form>
      )}
    </ConfirmationDialog>
  );
}
