import type { JobRun } from '#domain/system/server-operations.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { DateTime } from '#web/ui/texts/date-time.tsx';

/** What becomes of the backup that an admin asked for last; nothing when it is done. */
export function BackupRun({ run }: { run: JobRun | null }) {
  if (!run || run.state === 'completed') return null;
  if (run.state === 'failed') {
    return (
      <Alert tone="failure">
        The backup of <DateTime value={run.requestedAt} /> was not made: {run.error}
      </Alert>
    );
  }
  return (
    <Alert
      action={
        <ButtonLink to="/admin/backups" preventScrollReset variant="quiet" size="sm">
          Look again
        </ButtonLink>
      }
    >
      A backup {run.state === 'active' ? 'is being made' : 'starts in a few seconds'}, since{' '}
      <DateTime value={run.requestedAt} />. It is in the list when it is complete.
    </Alert>
  );
}
