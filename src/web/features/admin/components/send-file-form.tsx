import { Upload } from 'lucide-react';
import { type FormEvent, type ReactNode, useCallback, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { formatFileSize } from '#shared/format/file-size.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { FileField } from '#web/ui/file-field.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { useDownloadUpload } from './use-download-upload.ts';

interface SendFileFormProps {
  /** The name of the form for screen readers, and the text of its button. */
  label: string;
  button: string;
  /** The path that receives the form. */
  action: string;
  fileBytesMax: number;
  fileLabel: string;
  hint: string;
  /** The files that the browser offers. */
  accept?: string;
  /** The other fields; `errors` says what is wrong with each. */
  fields?: (errors: Record<string, string>) => ReactNode;
  /** What is told when the file was stored. */
  sentText: string;
  /** Runs when the file was stored. */
  onSent?: () => void;
}

/**
 * The form that sends a file to the server, with its progress. Without scripts the browser sends it, and the server
 * leads back to the page.
 */
export function SendFileForm({
  label,
  button,
  action,
  fileBytesMax,
  fileLabel,
  hint,
  accept,
  fields,
  sentText,
  onSent,
}: SendFileFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { revalidate } = useRevalidator();
  const toast = useToast();
  const sent = useCallback(() => {
    toast.success(sentText);
    form.current?.reset();
    void revalidate();
    onSent?.();
  }, [toast, revalidate, sentText, onSent]);
  const { state, send, cancel, fail } = useDownloadUpload(sent);
  const isSending = state.stage === 'sending';
  const errors = state.stage === 'failed' ? state.fields : {};
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
      action={action}
      encType="multipart/form-data"
      onSubmit={submit}
      aria-label={label}
      className="grid gap-5"
    >
      {/* The file is the last field: the server checks the others before it receives the file. */}
      {fields?.(errors)}
      <FileField
        label={fileLabel}
        name="file"
        required
        accept={accept}
        hint={hint}
        error={errors.file}
      />
      {isSending && <SendingProgress share={state.share} />}
      {state.stage === 'failed' && <Alert tone="failure">{state.text}</Alert>}
      <div className="flex flex-wrap gap-3">
        <Button pending={isSending}>
          <Upload aria-hidden />
          {button}
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
