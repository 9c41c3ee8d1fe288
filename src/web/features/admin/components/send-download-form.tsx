import { Upload } from 'lucide-react';
import { type FormEvent, useCallback, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { downloadConstants } from '#shared/constants/downloads.ts';
import { formatFileSize } from '#shared/format/file-size.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { FileField } from '#web/ui/file-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { useDownloadUpload } from './use-download-upload.ts';

const { nameMax, versionMax } = downloadConstants;

interface SendDownloadFormProps {
  gameId: number;
  fileBytesMax: number;
  /** The download whose file is replaced; null for a new one. */
  replaced: { id: string; version: string } | null;
  /** Runs when the file was stored. */
  onSent?: () => void;
}

/**
 * The form that sends a file to the server, with its progress. Without scripts the browser sends it, and the server
 * leads back to the page.
 */
export function SendDownloadForm({
  gameId,
  fileBytesMax,
  replaced,
  onSent,
}: SendDownloadFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { revalidate } = useRevalidator();
  const toast = useToast();
  const sent = useCallback(() => {
    toast.success(replaced ? 'The file is replaced.' : 'The download is added.');
    form.current?.reset();
    void revalidate();
    onSent?.();
  }, [toast, revalidate, replaced, onSent]);
  const { state, send, cancel, fail } = useDownloadUpload(sent);
  const isSending = state.stage === 'sending';
  const fields = state.stage === 'failed' ? state.fields : {};
  const tooLarge = `A file may have ${formatFileSize(fileBytesMax)} at most.`;

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending) return;
    const file = new FormData(event.currentTarget).get('file');
    // A file that is too large would be sent for minutes first.
    if (file instanceof File && file.size > fileBytesMax) fail(tooLarge, { file: tooLarge });
    else send(event.currentTarget);
  }

  return (
    <form
      ref={form}
      method="post"
      action={`/admin/games/${gameId}/downloads/files`}
      encType="multipart/form-data"
      onSubmit={submit}
      aria-label={replaced ? 'Replace the file' : 'Add a download'}
      className="grid gap-5"
    >
      {/* The file is the last field: the server checks the others before it receives the file. */}
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
          error={fields.name}
        />
      )}
      <TextField
        label="Version (optional)"
        name="version"
        maxLength={versionMax}
        autoComplete="off"
        defaultValue={replaced?.version ?? ''}
        error={fields.version}
      />
      <FileField
        label="File"
        name="file"
        required
        hint={`Any file, up to ${formatFileSize(fileBytesMax)}. Owners save it under its present name.`}
        error={fields.file}
      />
      {isSending && <SendingProgress share={state.share} />}
      {state.stage === 'failed' && <Alert tone="failure">{state.text}</Alert>}
      <div className="flex flex-wrap gap-3">
        <Button pending={isSending}>
          <Upload aria-hidden />
          {replaced ? 'Replace the file' : 'Add download'}
        </Button>
        {isSending && (
          <Button type="button" variant="quiet" onClick={cancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}

/** How much was sent. At 100 % the server still stores the file. */
function SendingProgress({ share }: { share: number }) {
  const percent = Math.floor(share * 100);
  return (
    <div className="grid gap-2">
      <p className="flex justify-between gap-4 text-sm">
        <span role="status">{share >= 1 ? 'Storing …' : 'Sending …'}</span>
        <span className="tabular-nums">{percent}%</span>
      </p>
      <progress
        aria-label="Sent"
        value={percent}
        max={100}
        className="h-2 w-full appearance-none overflow-hidden rounded-full bg-well [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-well [&::-webkit-progress-value]:bg-accent"
      />
    </div>
  );
}
