import { Send } from 'lucide-react';
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useFetcher, useNavigate } from 'react-router';
import { picture as limits } from '#shared/limits.ts';
import { Button } from '../button.tsx';
import { Notice } from '../notice.tsx';
import { TextField } from '../text-field.tsx';
import { useToast } from '../toast.tsx';
import { useAwake } from '../use-awake.ts';
import { faultOf } from './chosen-file.ts';
import { cameraPath, galleryPath } from './gallery-picture.ts';
import { PictureField } from './picture-field.tsx';
import { SendingProgress } from './sending-progress.tsx';
import { usePictureSending } from './use-picture-sending.ts';

/** What posting an uploaded picture is answered. */
interface PostAnswer {
  posted?: string;
  refusal?: { code: string; message: string; fields: Record<string, string> };
}

/** Chooses, shows, sends and posts a picture (spec 2). It takes scripts, which cut large files to parts. */
export function CameraForm() {
  const [file, setFile] = useState<File | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const { state, send, cancel, forget, unsend } = usePictureSending();
  // Which file the answer to the last post is about.
  const [tried, setTried] = useState<File | null>(null);
  const poster = useFetcher<PostAnswer>();
  const awake = useAwake();
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
      const wrong = faultOf(chosen);
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
    void poster.submit({ id, caption }, { method: 'post', action: cameraPath });
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
        maxLength={limits.captionMax}
        counter
        error={refusal?.fields.caption}
        autoComplete="off"
      />
      {sending && <SendingProgress share={state.share} />}
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
