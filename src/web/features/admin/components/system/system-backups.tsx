import { Download } from 'lucide-react';
import type { BackupFile } from '#domain/system/server-operations.ts';
import { formatFileSize } from '#shared/format/file-size.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { DateTime } from '#web/ui/texts/date-time.tsx';

interface SystemBackupsProps {
  isNightly: boolean;
  includesDatabase: boolean;
  includesPictures: boolean;
  /** Null if they could not be read. */
  files: readonly BackupFile[] | null;
  /** Whether the reader has proved who they are, so that a download is possible. */
  isProven: boolean;
}

/** The backups of this machine, to download, and how to restore one. */
export function SystemBackups({
  isNightly,
  includesDatabase,
  includesPictures,
  files,
  isProven,
}: SystemBackupsProps) {
  return (
    <>
      <p className="max-w-prose text-muted">
        {isNightly
          ? 'A backup is made every night.'
          : 'No backup is made by itself. The operator switches the nightly one on with BACKUP_NIGHTLY=1.'}
      </p>
      {!includesDatabase && (
        <Alert>
          The database is on another server and not in these backups. Back it up there, with pg_dump
          or an archive of its log.
        </Alert>
      )}
      {!includesPictures && (
        <Alert>The pictures are in a bucket and not in these backups. Back it up there.</Alert>
      )}
      {files === null && <Alert tone="failure">The backups could not be read.</Alert>}
      {files?.length === 0 && <p>There is no backup yet.</p>}
      {files && files.length > 0 && !isProven && (
        <p className="text-muted">
          A backup contains everything that players wrote. Confirm that it is you to download one.
        </p>
      )}
      {files && files.length > 0 && (
        <ul className="grid">
          {files.map(({ name, bytes, at }) => (
            <li
              key={name}
              className="flex flex-wrap items-center justify-between gap-3 border-t border-line py-3 first:border-t-0"
            >
              <p className="min-w-0 flex-1 basis-60">
                <DateTime value={at} />{' '}
                <span className="text-muted tabular-nums">{formatFileSize(bytes)}</span>
                <span className="block text-sm text-muted wrap-anywhere">{name}</span>
              </p>
              {isProven && (
                <ButtonLink
                  to={`/admin/system/backups/${name}`}
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
            </li>
          ))}
        </ul>
      )}
      <details>
        <summary className="cursor-pointer font-semibold">How to restore a backup</summary>
        <ol className="mt-3 grid max-w-prose list-decimal gap-2 pl-6 text-muted">
          <li>Stop the server on the machine.</li>
          <li>
            Move the folder of the data away, and run{' '}
            <code className="text-ink">npm run restore -- FILE</code> in the folder of Guildhall,
            with the same settings.
          </li>
          <li>
            The command checks the file, restores it and audits the economy. Then start the server.
          </li>
          <li>
            Second factors, keys of games and pushes need the old encryption key: put the file
            encryption-key into the new folder first, or set GUILDHALL_SECRET. It is in no backup,
            and the command says what is missing.
          </li>
        </ol>
      </details>
    </>
  );
}
