import { Send } from 'lucide-react';
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useFetcher, useNavigate } from 'react-router';
import { pictureConstants } from '#shared/constants/gallery.ts';
import { useHydrated } from '#web/lib/use-hydrated.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { checkChosenFile } from './check-chosen-file.ts';
import { galleryPath, uploadPath } from './gallery-picture.ts';
import { PictureField } from './picture-field.tsx';
import { UploadProgress } from './upload-progress.tsx';
import { usePictureUpload } from './use-picture-upload.ts';

/** What posting an uploaded picture is answered. */
interface PostAnswer {
  posted?: string;
  refusal?: { code: string; message: string; fields: Record<string, string> };
}

/** Chooses, shows, sends and posts a picture. It takes scripts, which cut large files to parts. */
export function UploadForm() {
  const [file, setFile] = useState<File | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const { state, send, cancel, forget, unsend } = usePictureUpload();
  // Which file the answer to the last post is about.
  const [tried, setTried] = useState<File | null>(null);
  const poster = useFetcher<PostAnswer>();
  const awake = useHydrated();
  const navigate = useNavigate();
  const toast = useToast();
  const submit = useRef<HTMLButtonElement>(null);
  const sending = state.stage === 'sending';
  const busy = sending || poster.state !== 'idle';
  const { posted, refusal } = poster.data ?? {};

  useEffect(() => {
    if (posted === undefined) return;
    toast.success('Picture posted.');
    void navigate(galleryPath);
  }, [posted, navigate, toast]);

  const gone = refusal?.code === 'picture-gone' ? poster.data : undefined;
  useEffect(() => {
    if (gone) unsend();
  }, [gone, unsend]);

  const choose = useCallback(
    (chosen: File) => {
      const wrong = checkChosenFile(chosen);
      setFault(wrong);
      if (!wrong) setFile(chosen);
      forget();
    },
    [forget],
  );

  async function post(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    if (!file) {
      setFault('Choose a picture first.');
      return;
    }
    const form = event.currentTarget;
    const id = await send(file);
    if (id === null) return;
    // What was typed while it was sent counts.
    const caption = String(new FormData(form).get('caption') ?? '');
    setTried(file);
    void poster.submit({ id, caption }, { method: 'post', action: uploadPath });
  }

  function stop() {
    cancel();
    submit.current?.focus();
  }

  return (
    <form onSubmit={(event) => void post(event)} noValidate className="grid gap-6 panel p-5 sm:p-7">
      <PictureField file={file} error={fault} disabled={busy} onChoose={choose} />
      <TextField
        label="Caption (optional)"
        name="caption"
        maxLength={pictureConstants.captionMax}
        counter
        error={refusal?.fields.caption}
        autoComplete="off"
      />
      {sending && <UploadProgress share={state.share} />}
      {state.stage === 'failed' && <Notice tone="failure">{state.text}</Notice>}
      {!busy && refusal && tried === file && !refusal.fields.caption && (
        <Notice tone="failure">{refusal.message}</Notice>
      )}
      <div className="flex flex-wrap gap-3">
        <Button ref={submit} pending={busy} disabled={awake && !file}>
          <Send aria-hidden />
          Send photo
        </Button>
        {sending && (
          <Button type="button" variant="quiet" onClick={stop}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}
