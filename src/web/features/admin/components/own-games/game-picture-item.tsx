import { Trash2 } from 'lucide-react';
import type { GamePicture } from '#domain/catalog/own-games/game-pictures.ts';
import { ownGameConstants } from '#shared/constants/catalog/own-games.ts';
import { Button } from '#web/ui/button.tsx';
import { DialogLink } from '#web/ui/confirmation-dialog.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { ActionForm } from '#web/ui/forms/action-form.tsx';
import { MoveForm } from '../move-form.tsx';

interface GamePictureItemProps {
  picture: GamePicture;
  /** Its place, from 0. */
  index: number;
  count: number;
  /** The path of the question before it is removed. */
  removePath: string;
}

/** A picture of a game with its text, the buttons that move it and the link that removes it. */
export function GamePictureItem(props: GamePictureItemProps) {
  const { picture, index, count, removePath } = props;
  const place = `Picture ${index + 1}`;
  const values = { pictureId: picture.id };
  return (
    <li className="grid gap-4 sm:grid-cols-[12rem_minmax(0,1fr)]">
      <a href={picture.full.path} className="self-start overflow-hidden rounded-md bg-well">
        <img
          src={picture.thumbnail.path}
          width={picture.thumbnail.width}
          height={picture.thumbnail.height}
          alt={`${picture.altText || place}, full size`}
          loading="lazy"
          className="aspect-video w-full object-contain"
        />
      </a>
      <div className="grid content-start gap-3">
        <ActionForm
          key={picture.altText}
          intent="text"
          values={values}
          hasMessage={false}
          aria-label={`Text of picture ${index + 1}`}
          className="flex flex-wrap items-end gap-3"
        >
          <TextField
            label={`What picture ${index + 1} shows`}
            name="altText"
            maxLength={ownGameConstants.pictureTextMax}
            defaultValue={picture.altText}
            className="min-w-0 flex-1 basis-56"
          />
          <Button variant="quiet" aria-label={`Save the text of picture ${index + 1}`}>
            Save text
          </Button>
        </ActionForm>
        <div className="flex flex-wrap gap-2">
          <MoveForm
            name={`picture ${index + 1}`}
            values={values}
            isFirst={index === 0}
            isLast={index === count - 1}
          />
          <DialogLink to={removePath} icon={Trash2} aria-label={`Remove picture ${index + 1}`}>
            Remove
          </DialogLink>
        </div>
      </div>
    </li>
  );
}
