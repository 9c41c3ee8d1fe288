import { downloadConstants } from '#shared/constants/game-library/downloads.ts';
import { formatFileSize } from '#shared/format/file-size.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { SendFileForm } from './send-file-form.tsx';

const { nameMax, versionMax } = downloadConstants;

interface SendDownloadFormProps {
  gameId: number;
  fileBytesMax: number;
  /** The download whose file is replaced; null for a new one. */
  replaced: { id: string; version: string } | null;
  /** Runs when the file was stored. */
  onSent?: () => void;
}

/** The form that sends a file that owners of a game download. */
export function SendDownloadForm({ gameId, replaced, ...rest }: SendDownloadFormProps) {
  return (
    <SendFileForm
      {...rest}
      label={replaced ? 'Replace the file' : 'Add a download'}
      button={replaced ? 'Replace the file' : 'Add download'}
      action={`/admin/games/${gameId}/downloads/files`}
      fileLabel="File"
      hint={`Any file, up to ${formatFileSize(rest.fileBytesMax)}. Owners save it under its present name.`}
      sentText={replaced ? 'The file is replaced.' : 'The download is added.'}
      fields={(errors) => (
        <>
          {replaced ? (
            <input type="hidden" name="downloadId" value={replaced.id} />
          ) : (
            <TextField
              label="Name"
              name="name"
              required
              maxLength={nameMax}
              autoComplete="off"
              hint="What players read, such as Windows or Soundtrack."
              error={errors.name}
            />
          )}
          <TextField
            label="Version (optional)"
            name="version"
            maxLength={versionMax}
            autoComplete="off"
            defaultValue={replaced?.version ?? ''}
            error={errors.version}
          />
        </>
      )}
    />
  );
}
