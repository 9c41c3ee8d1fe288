import { Send } from 'lucide-react';
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useFetcher, useNavigate } from 'react-router';
import type { IssuedUploadToken } from '#domain/gallery/uploads/upload-token.ts';
import { pictureConstants } from '#shared/constants/gallery/gallery.ts';
import type { FormError } from '#web/lib/actions/form-error.ts';
import { useHydrated } from '#web/lib/use-hydrated.ts';
import { addPicturePath, galleryPath } from '#web/paths/gallery.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { SendingProgress } from '#web/ui/sending-progress.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { checkChosenFile } from './check-chosen-file.ts';
import { PictureField } from './picture-field.tsx';
import { takeSharedPicture } from './take-shared-picture.ts';
import { usePictureUpload } from './use-picture-upload.ts';

/** The result of posting an uploaded picture. */
interface PostAnswer {
  posted?: string;
  error?: { code: string; message: string; fields: Record<string, string> };
}

interface UploadPictureFormProps {
  /** The token of the first upload; null if it must be requested. */
  token: IssuedUploadToken | null;
  /** Why the server did not accept the form, which was sent without scripts. */
  failure: FormError | null;
}

/**
 * The form that uploads and posts a picture. Scripts send the file to the upload API, in parts if it is large, and
 * then post it. Without scripts the browser sends both in one form.
 */
export function UploadPictureForm({ token, failure }: UploadPictureFormProps) {
  const [file, setFile] = useState<File | null>(null);
  const [fileError, setFileError] = useState<string | null>(null);
  const { state, send, cancel, reset, discardSent } = usePictureUpload(token);
  // The file of the last attempt to post.
  const [postedFile, setPostedFile] = useState<File | null>(null);
  const postFetcher = useFetcher<PostAnswer>();
  const hydrated = useHydrated();
  const navigate = useNavigate();
  const toast = useToast();
  const submit = useRef<HTMLButtonElement>(null);
  const sending = state.stage === 'sending';
  const busy = sending || postFetcher.state !== 'idle';
  const { posted, error } = postFetcher.data ?? {};

  useEffect(() => {
    if (posted === undefined) return;
    toast.success('Picture posted.');
    void navigate(galleryPath);
  }, [posted, navigate, toast]);

  const gone = error?.code === 'picture-gone' ? postFetcher.data : undefined;
  useEffect(() => {
    if (gone) discardSent();
  }, [gone, discardSent]);

  const choose = useCallback(
    (chosen: File) => {
      const error = checkChosenFile(chosen);
      setFileError(error);
      if (!error) setFile(chosen);
      reset();
    },
    [reset],
  );

  useEffect(() => {
    void takeSharedPicture().then((shared) => {
      if (shared) choose(shared);
    });
  }, [choose]);

  async function post(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    if (!file) {
      setFileError('Choose a picture first.');
      return;
    }
    const form = event.currentTarget;
    const id = await send(file);
    if (id === null) return;
    // The caption is read after the upload, because it may have been edited in the meantime.
    const caption = String(new FormData(form).get('caption') ?? '');
    setPostedFile(file);
    void postFetcher.submit({ id, caption }, { method: 'post', action: addPicturePath });
  }

  function stop() {
    cancel();
    submit.current?.focus();
  }

  return (
    <form
      method="post"
      encType="multipart/form-data"
      onSubmit={(event) => void post(event)}
      noValidate
      className="grid gap-6 panel p-5 sm:p-7"
    >
      <PictureField
        file={file}
        error={fileError ?? (file ? null : (failure?.fields.picture ?? null))}
        disabled={busy}
        onChoose={choose}
      />
      <TextField
        label="Caption (optional)"
        name="caption"
        maxLength={pictureConstants.captionMax}
        counter
        defaultValue={failure?.typed.caption ?? ''}
        error={error?.fields.caption ?? failure?.fields.caption}
        autoComplete="off"
      />
      {!file && failure && Object.keys(failure.fields).length === 0 && (
        <Alert tone="failure">{failure.message}</Alert>
      )}
      {sending && <SendingProgress share={state.share} endText="Making the picture …" />}
      {state.stage === 'failed' && <Alert tone="failure">{state.text}</Alert>}
      {!busy && error && postedFile === file && !error.fields.caption && (
        <Alert tone="failure">{error.message}</Alert>
      )}
      <div className="flex flex-wrap gap-3">
        <Button ref={submit} pending={busy} disabled={hydrated && !file}>
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
