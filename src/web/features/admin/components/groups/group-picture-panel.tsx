import { Trash2, Upload } from 'lucide-react';
import type { Group } from '#domain/groups/get-group.ts';
import { GroupPicture } from '#web/ui/accounts/group-picture.tsx';
import { FileField } from '#web/ui/fields/file-field.tsx';
import { ActionForm } from '#web/ui/forms/action-form.tsx';
import { ButtonForm } from '#web/ui/forms/button-form.tsx';
import { Panel } from '#web/ui/panel.tsx';

/** The forms that give a group a picture and take it away. */
export function GroupPicturePanel({ picture }: Pick<Group, 'picture'>) {
  return (
    <Panel title="Picture">
      {picture && (
        <div className="flex flex-wrap items-end justify-between gap-4">
          <GroupPicture path={picture.thumbnail.path} size={96} />
          <ButtonForm values={{ intent: 'remove-picture' }}>
            <Trash2 aria-hidden />
            Remove the picture
          </ButtonForm>
        </div>
      )}
      <ActionForm
        // After a save the field is empty again.
        key={picture?.id ?? 'none'}
        intent="picture"
        hasMessage={false}
        encType="multipart/form-data"
        className="grid max-w-form gap-4"
        button={picture ? 'Replace the picture' : 'Upload the picture'}
        icon={Upload}
        size="sm"
      >
        <FileField
          label={picture ? 'Another picture' : 'Picture'}
          name="picture"
          required
          accept="image/*"
          hint="JPEG, PNG, WebP, GIF or AVIF, up to 10 MB. The square in its middle is used."
        />
      </ActionForm>
    </Panel>
  );
}
