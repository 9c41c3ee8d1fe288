import type { FetcherWithComponents } from 'react-router';
import { ReasonField } from '#web/features/moderation/components/reason-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { DangerChoice } from '#web/ui/danger-choice.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { altOf, type GalleryPicture, picturePath } from './gallery-picture.ts';

/** What the form is answered. */
export interface DeletePictureAnswer {
  deleted?: string;
  refusal?: { code: string; message: string; fields: Record<string, string> };
  typed?: Record<string, string>;
}

interface DeletePictureFormProps {
  picture: GalleryPicture;
  fetcher: FetcherWithComponents<DeletePictureAnswer>;
  /** What the last try was answered. */
  answer: DeletePictureAnswer | undefined;
  /** Closes the dialog; without it a link leads back. */
  onKeep?: () => void;
}

export const deleteQuestion = 'Delete this picture?';
export const deleteConsequence = 'It cannot be brought back.';

/** The question whether a picture shall be deleted; a moderator says why. */
export function DeletePictureForm({ picture, fetcher, answer, onKeep }: DeletePictureFormProps) {
  const { id, deletable, thumbnail, caption } = picture;
  const refusal = answer?.refusal;
  return (
    <fetcher.Form method="post" action={`${picturePath(id)}?delete`} className="grid gap-5">
      <div className="flex items-center gap-4 rounded-md bg-well p-3">
        <img
          src={thumbnail.path}
          width={thumbnail.width}
          height={thumbnail.height}
          alt={caption ? '' : altOf(picture)}
          className="h-20 w-auto max-w-32 rounded-sm object-cover"
        />
        <p dir="auto" className="line-clamp-3 text-muted wrap-anywhere">
          {caption}
        </p>
      </div>
      {deletable === 'with-reason' && (
        <ReasonField
          hint="It is written to the log with what the picture’s caption said."
          error={refusal?.fields.reason}
          typed={answer?.typed?.reason}
        />
      )}
      {refusal && !refusal.fields.reason && <Notice tone="failure">{refusal.message}</Notice>}
      <DangerChoice keep="Keep it" leave={onKeep ?? picturePath(id)}>
        <Button variant="danger" pending={fetcher.state !== 'idle'}>
          Delete
        </Button>
      </DangerChoice>
    </fetcher.Form>
  );
}

interface DeletePictureDialogProps extends Omit<DeletePictureFormProps, 'picture' | 'onKeep'> {
  /** Null while nothing is asked. */
  picture: GalleryPicture | null;
  onClose: () => void;
}

/** Asks before deleting. */
export function DeletePictureDialog({ picture, onClose, ...rest }: DeletePictureDialogProps) {
  return (
    <Dialog
      open={picture !== null}
      onClose={onClose}
      title={deleteQuestion}
      description={deleteConsequence}
    >
      {picture && <DeletePictureForm {...rest} picture={picture} onKeep={onClose} />}
    </Dialog>
  );
}
