import { CloudUpload } from 'lucide-react';
import type { BackupFile, JobRun } from '#domain/system/server-operations.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { ButtonForm } from '#web/ui/forms/button-form.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { DateTime } from '#web/ui/texts/date-time.tsx';
import { BackupList } from './backup-list.tsx';

interface CopiesPanelProps {
  /** The name of the bucket; null without one. */
  bucket: string | null;
  /** Whether each backup is copied. */
  isCopied: boolean;
  /** Null if the bucket does not answer. */
  copies: readonly BackupFile[] | null;
  /** The last copying. */
  run: JobRun | null;
  isProven: boolean;
  canRestore: boolean;
}

/** The copies of backups in the bucket, and what became of the last one. */
export function CopiesPanel(props: CopiesPanelProps) {
  const { bucket, isCopied, copies, run, isProven, canRestore } = props;
  if (bucket === null) {
    return (
      <Panel
        title="Copies in S3"
        action={
          <ButtonLink to="/admin/services#files" variant="quiet">
            Set a bucket
          </ButtonLink>
        }
      >
        {isCopied ? (
          <Alert tone="failure">Backups should be copied, but the site has no bucket.</Alert>
        ) : (
          <p className="max-w-prose text-muted">
            A copy in another place survives a broken disk. With a bucket of a service that speaks
            S3, each backup can be copied there.
          </p>
        )}
      </Panel>
    );
  }
  return (
    <Panel
      title="Copies in S3"
      action={
        <ButtonForm values={{ intent: 'copy' }} size="md">
          <CloudUpload aria-hidden />
          Copy the newest now
        </ButtonForm>
      }
    >
      <CopyRun run={run} />
      {copies === null && (
        <Alert tone="failure">The bucket {bucket} does not answer, so no copies are shown.</Alert>
      )}
      {copies?.length === 0 && (
        <p>
          There is no copy in the bucket {bucket} yet.
          {!isCopied && ' Choose below that each backup is copied.'}
        </p>
      )}
      {copies && copies.length > 0 && (
        <>
          <p className="max-w-prose text-muted">
            In the bucket {bucket}, in a folder of this installation. A copy that is restored is
            first brought here, and its signature is checked.
          </p>
          <BackupList files={copies} place="bucket" isProven={isProven} canRestore={canRestore} />
        </>
      )}
    </Panel>
  );
}

function CopyRun({ run }: { run: JobRun | null }) {
  if (!run || run.state === 'completed') return null;
  if (run.state === 'failed') {
    return (
      <Alert tone="failure">
        <span className="wrap-anywhere">
          The newest backup was not copied on <DateTime value={run.requestedAt} />: {run.error}
        </span>
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
      The newest backup {run.state === 'active' ? 'is being copied' : 'is copied in a few seconds'},
      since <DateTime value={run.requestedAt} />.
    </Alert>
  );
}
