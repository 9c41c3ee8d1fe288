import { Eye, EyeOff, Replace, Trash2 } from 'lucide-react';
import type { EditedDownload } from '#domain/downloads/list-downloads.ts';
import { downloadConstants } from '#shared/constants/game-library/downloads.ts';
import { formatFileSize } from '#shared/format/file-size.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { DialogLink } from '#web/ui/confirmation-dialog.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { ActionForm } from '#web/ui/forms/action-form.tsx';
import { ButtonForm } from '#web/ui/forms/button-form.tsx';
import { DateTime } from '#web/ui/texts/date-time.tsx';
import { MoveForm } from '../move-form.tsx';

interface DownloadItemProps {
  download: EditedDownload;
  /** Its place, from 0. */
  index: number;
  count: number;
  /** The path of the page. */
  path: string;
}

/** A download of a game with the forms that change it. */
export function DownloadItem({ download, index, count, path }: DownloadItemProps) {
  const { id, name, version, fileName, bytes, sha256, addedAt, hiddenAt, missingSince } = download;
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
      <ActionForm
        key={`${name} ${version}`}
        intent="edit"
        values={{ downloadId: id }}
        action={path}
        hasMessage={false}
        aria-label={`Texts of ${name}`}
        className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]"
      >
        <TextField
          label="Name"
          name="name"
          required
          maxLength={downloadConstants.nameMax}
          defaultValue={name}
        />
        <TextField
          label="Version"
          name="version"
          maxLength={downloadConstants.versionMax}
          defaultValue={version}
        />
        <Button variant="quiet" className="sm:mt-7.5" aria-label={`Save the texts of ${name}`}>
          Save
        </Button>
      </ActionForm>
      <div className="flex flex-wrap gap-2">
        <MoveForm
          name={name}
          values={{ downloadId: id }}
          action={path}
          isFirst={index === 0}
          isLast={index === count - 1}
        />
        <ButtonForm
          values={{ intent: hiddenAt ? 'show' : 'hide', downloadId: id }}
          action={path}
          aria-label={hiddenAt ? `Show again: ${name}` : `Hide ${name}`}
        >
          {hiddenAt ? <Eye aria-hidden /> : <EyeOff aria-hidden />}
          {hiddenAt ? 'Show again' : 'Hide'}
        </ButtonForm>
        <DialogLink
          to={`${path}?replace=${id}`}
          icon={Replace}
          aria-label={`Replace file of ${name}`}
        >
          Replace file
        </DialogLink>
        <DialogLink to={`${path}?remove=${id}`} icon={Trash2} aria-label={`Remove ${name}`}>
          Remove
        </DialogLink>
      </div>
    </li>
  );
}
