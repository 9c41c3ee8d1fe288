import type { FetcherWithComponents } from 'react-router';
import type { GalleryPicture } from '#domain/gallery/gallery-columns.ts';
import { ModerationReasonField } from '#web/features/moderation/public.ts';
import { picturePath } from '#web/paths/gallery.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmOrCancel } from '#web/ui/confirm-or-cancel.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { altTextOf } from './picture-alt-text.ts';

/** The result of the form. */
export interface DeletePictureAnswer {
  deleted?: string;
  error?: { code: string; message: string; fields: Record<string, string> };
  typed?: Record<string, string>;
}

interface DeletePictureFormProps {
  picture: GalleryPicture;
  fetcher: FetcherWithComponents<DeletePictureAnswer>;
  /** The result of the last attempt. */
  answer: DeletePictureAnswer | undefined;
  /** Closes the dialog. Without it the form has a link back to the picture. */
  onCancel?: () => void;
}

export const deleteQuestion = 'Delete this picture?';
export const deleteConsequence = 'It cannot be brought back.';

/** The form that asks whether to delete a picture. Moderators must give a reason. */
export function DeletePictureForm({ picture, fetcher, answer, onCancel }: DeletePictureFormProps) {
  const { id, deletable, thumbnail, caption } = picture;
  const error = answer?.error;
  return (
    <fetcher.Form method="post" action={`${picturePath(id)}?delete`} className="grid gap-5">
      <div className="flex items-center gap-4 rounded-md bg-well p-3">
        <img
          src={thumbnail.path}
          width={thumbnail.width}
          height={thumbnail.height}
          alt={caption ? '' : altTextOf(picture)}
          className="h-20 w-auto max-w-32 rounded-sm object-cover"
        />
        <p dir="auto" className="line-clamp-3 text-muted wrap-anywhere">
          {caption}
        </p>
      </div>
      {deletable === 'with-reason' && (
        <ModerationReasonField
          hint="It is written to the log with what the picture’s caption said. To be able to restore it, hide it instead."
          error={error?.fields.reason}
          typed={answer?.typed?.reason}
        />
      )}
      {error && !error.fields.reason && <Alert tone="failure">{error.message}</Alert>}
      <ConfirmOrCancel cancelLabel="Keep it" onCancel={onCancel ?? picturePath(id)}>
        <Button variant="danger" pending={fetcher.state !== 'idle'}>
          Delete
        </Button>
      </ConfirmOrCancel>
    </fetcher.Form>
  );
}

interface DeletePictureDialogProps extends Omit<DeletePictureFormProps, 'picture' | 'onCancel'> {
  /** Null while the dialog is closed. */
  picture: GalleryPicture | null;
  onClose: () => void;
}

/** The dialog that asks before a picture is deleted. */
export function DeletePictureDialog({ picture, onClose, ...rest }: DeletePictureDialogProps) {
  return (
    <Dialog
      open={picture !== null}
      onClose={onClose}
      title={deleteQuestion}
      description={deleteConsequence}
    >
      {picture && <DeletePictureForm {...rest} picture={picture} onCancel={onClose} />}
    </Dialog>
  );
}
