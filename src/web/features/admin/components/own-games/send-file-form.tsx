import { Upload } from 'lucide-react';
import { type FormEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { downloadErrors } from '#shared/errors/downloads.ts';
import { formatFileSize } from '#shared/format/file-size.ts';
import { sendWithProgress } from '#web/lib/actions/send-with-progress.ts';
import { useLeaveWarning } from '#web/lib/use-leave-warning.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { FileField } from '#web/ui/fields/file-field.tsx';
import { SendingProgress } from '#web/ui/sending-progress.tsx';
import { useToast } from '#web/ui/toast.tsx';

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
  const { state, send, cancel, fail } = useFileSending(sent);
  const isSending = state.stage === 'sending';
  const errors = state.stage === 'failed' ? state.fields : {};
  const tooLarge = `A file may have ${formatFileSize(fileBytesMax)} at most.`;

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending) return;
    const file = new FormData(event.currentTarget).get('file');
    // A file that is too large would be sent for minutes first.
    if (file instanceof File && file.size > fileBytesMax) fail(tooLarge, { file: tooLarge });
    else void send(event.currentTarget);
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
      {isSending && <SendingProgress share={state.share} endText="Storing …" />}
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

type FileSending =
  | { stage: 'idle' }
  /** `share` is the sent part of the file, 0 to 1. */
  | { stage: 'sending'; share: number }
  | { stage: 'failed'; text: string; fields: Record<string, string> };

/** The error of the server as its JSON has it. */
interface UploadAnswer {
  error?: { message: string; fields: Record<string, string> };
}

/**
 * Sends a form with a file, one at a time, and shows how much of it was sent, which `fetch` cannot tell. The browser
 * asks before the tab is closed meanwhile. `onSent` runs when the server has stored the file.
 */
function useFileSending(onSent: () => void) {
  const [state, setState] = useState<FileSending>({ stage: 'idle' });
  const running = useRef<AbortController>(undefined);

  useEffect(() => () => running.current?.abort(), []);

  useLeaveWarning(state.stage === 'sending');

  const fail = useCallback(
    (text: string, fields: Record<string, string> = {}) =>
      setState({ stage: 'failed', text, fields }),
    [],
  );

  const send = useCallback(
    async (form: HTMLFormElement) => {
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      const { signal } = controller;
      const onProgress = (share: number) => setState({ stage: 'sending', share });
      try {
        const { status, body } = await sendWithProgress(form.action, new FormData(form), {
          ...{ signal, onProgress },
        });
        const { error } = (body ?? {}) as UploadAnswer;
        if (status === 200) {
          setState({ stage: 'idle' });
          onSent();
        } else if (error) fail(error.message, error.fields);
        else fail(downloadErrors['download-failed'].text);
      } catch {
        if (signal.aborted) setState({ stage: 'idle' });
        else fail(downloadErrors['download-cut'].text);
      }
    },
    [fail, onSent],
  );

  const cancel = useCallback(() => running.current?.abort(), []);
  return { state, send, cancel, fail };
}
