import { Download } from 'lucide-react';
import type { BackupFile } from '#domain/system/server-operations.ts';
import { formatFileSize } from '#shared/format/file-size.ts';
import type { BackupPlace } from '#shared/schemas/administration/backups.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { DialogLink } from '#web/ui/confirmation-dialog.tsx';
import { DateTime } from '#web/ui/texts/date-time.tsx';

interface BackupListProps {
  files: readonly BackupFile[];
  place: BackupPlace;
  /** Whether the reader has proved who they are, so that a download is possible. */
  isProven: boolean;
  /** Whether backups can be restored here: the database is in them, and no restore is prepared. */
  canRestore: boolean;
}

/** The backups of this machine, or their copies in the bucket, the newest first. */
export function BackupList({ files, place, isProven, canRestore }: BackupListProps) {
  const isCopy = place === 'bucket';
  const query = isCopy ? '?place=bucket' : '';
  return (
    <ul className="grid">
      {files.map(({ name, bytes, at, isScheduled, isSigned }) => (
        <li
          key={name}
          className="flex flex-wrap items-center justify-between gap-3 border-t border-line py-3 first:border-t-0"
        >
          <p className="min-w-0 flex-1 basis-60">
            <span className="font-semibold">
              <DateTime value={at} />
            </span>{' '}
            <span className="text-muted tabular-nums">
              {formatFileSize(bytes)} · {isCopy && 'in S3 · '}
              {isScheduled ? 'by the schedule' : 'by hand'}
            </span>
            <span className="block text-sm text-muted wrap-anywhere">
              {name}
              {!isSigned &&
                (isCopy
                  ? ' · without a signature, so it was not copied to the end'
                  : ' · without a signature, so it is restored in the terminal only')}
            </span>
          </p>
          <div className="flex flex-wrap gap-2">
            {isProven && (
              <ButtonLink
                to={`/admin/backups/${name}${query}`}
                reloadDocument
                download
                prefetch="none"
                variant="quiet"
                size="sm"
              >
                <Download aria-hidden />
                Download
                <span className="sr-only"> {name}</span>
              </ButtonLink>
            )}
            {canRestore && isSigned && (
              <DialogLink
                to={`?restore=${name}`}
                aria-label={isCopy ? `Restore the copy of ${name}` : `Restore ${name}`}
              >
                Restore
              </DialogLink>
            )}
            <DialogLink
              to={isCopy ? `?delete-copy=${name}` : `?delete=${name}`}
              aria-label={isCopy ? `Delete the copy of ${name}` : `Delete ${name}`}
            >
              Delete
            </DialogLink>
          </div>
        </li>
      ))}
    </ul>
  );
}
