import { Eye, EyeOff, Replace, Trash2 } from 'lucide-react';
import { Form } from 'react-router';
import type { EditedDownload } from '#domain/downloads/list-downloads.ts';
import { downloadConstants } from '#shared/constants/downloads.ts';
import { formatFileSize } from '#shared/format/file-size.ts';
import type { FormError } from '#web/lib/actions/form-error.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { DateTime } from '#web/ui/date-time.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { MoveButtons } from './move-buttons.tsx';

interface DownloadItemProps {
  download: EditedDownload;
  /** Its place, from 0. */
  index: number;
  count: number;
  /** The path of the page. */
  path: string;
  /** The error of its texts; null without one. */
  failure: FormError | null;
}

/** A download of a game with the forms that change it. */
export function DownloadItem({ download, index, count, path, failure }: DownloadItemProps) {
  const { id, name, version, fileName, bytes, sha256, addedAt, hiddenAt, missingSince } = download;
  const downloadId = <input type="hidden" name="downloadId" value={id} />;
  return (
    <li className="grid gap-4 rounded-md bg-raised p-4 sm:p-5">
      <div className="grid gap-0.5">
        <h3 className="font-semibold wrap-anywhere">
          {name} <span className="font-normal">{version}</span>
        </h3>
        <p className="text-sm wrap-anywhere text-muted">
          {fileName} · {formatFileSize(bytes)} · added <DateTime value={addedAt} />
        </p>
        <p className="text-sm wrap-anywhere text-muted">
          SHA-256 <code>{sha256}</code>
        </p>
      </div>
      {missingSince && (
        <Alert tone="failure">
          The server does not have this file as it was added. Owners cannot download it. Replace the
          file, or remove the download.
        </Alert>
      )}
      {hiddenAt && (
        <Alert>
          Hidden since <DateTime value={hiddenAt} />: only players who bought the game before that
          can download it.
        </Alert>
      )}
      <Form
        key={`${name} ${version}`}
        method="post"
        action={path}
        preventScrollReset
        aria-label={`Texts of ${name}`}
        className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]"
      >
        <input type="hidden" name="intent" value="edit" />
        {downloadId}
        <TextField
          label="Name"
          name="name"
          required
          maxLength={downloadConstants.nameMax}
          defaultValue={failure?.typed.name ?? name}
          error={failure?.fields.name}
        />
        <TextField
          label="Version"
          name="version"
          maxLength={downloadConstants.versionMax}
          defaultValue={failure?.typed.version ?? version}
          error={failure?.fields.version}
        />
        <Button variant="quiet" className="sm:mt-7.5" aria-label={`Save the texts of ${name}`}>
          Save
        </Button>
      </Form>
      <div className="flex flex-wrap gap-2">
        <Form method="post" action={path} preventScrollReset className="flex gap-2">
          {downloadId}
          <MoveButtons name={name} index={index} count={count} />
        </Form>
        <Form method="post" action={path} preventScrollReset>
          {downloadId}
          <Button
            variant="quiet"
            size="sm"
            name="intent"
            value={hiddenAt ? 'show' : 'hide'}
            aria-label={hiddenAt ? `Show again: ${name}` : `Hide ${name}`}
          >
            {hiddenAt ? <Eye aria-hidden /> : <EyeOff aria-hidden />}
            {hiddenAt ? 'Show again' : 'Hide'}
          </Button>
        </Form>
        <ButtonLink
          to={`${path}?replace=${id}`}
          prefetch="none"
          preventScrollReset
          variant="quiet"
          size="sm"
          aria-label={`Replace file of ${name}`}
        >
          <Replace aria-hidden />
          Replace file
        </ButtonLink>
        <ButtonLink
          to={`${path}?remove=${id}`}
          prefetch="none"
          preventScrollReset
          variant="quiet"
          size="sm"
          aria-label={`Remove ${name}`}
        >
          <Trash2 aria-hidden />
          Remove
        </ButtonLink>
      </div>
    </li>
  );
}
