import { Download as DownloadIcon } from 'lucide-react';
import type { Download } from '#domain/downloads/list-downloads.ts';
import { formatFileSize } from '#shared/format/file-size.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { DateTime } from '#web/ui/texts/date-time.tsx';

interface OwnedDownloadsProps {
  gameId: number;
  downloads: readonly Download[];
}

/** The files that the reader can download as the owner of a game. */
export function OwnedDownloads({ gameId, downloads }: OwnedDownloadsProps) {
  return (
    <ul className="grid gap-3">
      {downloads.map(({ id, name, version, fileName, bytes, sha256, addedAt }) => (
        <li
          key={id}
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-md bg-raised px-4 py-3"
        >
          <div className="grid min-w-0 flex-1 basis-56 gap-0.5">
            <p className="wrap-anywhere">
              <span className="font-semibold">{name}</span> {version}
            </p>
            <p className="text-sm wrap-anywhere text-muted">
              {fileName} · {formatFileSize(bytes)} · <DateTime value={addedAt} format="date" />
            </p>
          </div>
          <ButtonLink
            to={`/game-info/${gameId}/downloads/${id}`}
            // A file is not a page of the router.
            reloadDocument
            prefetch="none"
            variant="quiet"
            aria-label={`Download ${[name, version].filter(Boolean).join(' ')}`}
          >
            <DownloadIcon aria-hidden />
            Download
          </ButtonLink>
          <details className="basis-full text-sm text-muted">
            <summary className="w-fit cursor-pointer text-link">Checksum (SHA-256)</summary>
            <code className="mt-1 block wrap-anywhere select-all">{sha256}</code>
          </details>
        </li>
      ))}
    </ul>
  );
}
