import { Trash2 } from 'lucide-react';
import { Form } from 'react-router';
import type { GamePicture } from '#domain/catalog/own-games/game-pictures.ts';
import { ownGameConstants } from '#shared/constants/own-games.ts';
import type { FormError } from '#web/lib/actions/form-error.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { MoveButtons } from './move-buttons.tsx';

interface GamePictureItemProps {
  picture: GamePicture;
  /** Its place, from 0. */
  index: number;
  count: number;
  /** The path of the question before it is removed. */
  removePath: string;
  /** The error of its text; null without one. */
  failure: FormError | null;
}

/** A picture of a game with its text, the buttons that move it and the link that removes it. */
export function GamePictureItem(props: GamePictureItemProps) {
  const { picture, index, count, removePath, failure } = props;
  const place = `Picture ${index + 1}`;
  const pictureId = <input type="hidden" name="pictureId" value={picture.id} />;
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
        <Form
          key={picture.altText}
          method="post"
          preventScrollReset
          aria-label={`Text of picture ${index + 1}`}
          className="flex flex-wrap items-end gap-3"
        >
          <input type="hidden" name="intent" value="text" />
          {pictureId}
          <TextField
            label={`What picture ${index + 1} shows`}
            name="altText"
            maxLength={ownGameConstants.pictureTextMax}
            defaultValue={failure?.typed.altText ?? picture.altText}
            error={failure?.fields.altText}
            className="min-w-0 flex-1 basis-56"
          />
          <Button variant="quiet" aria-label={`Save the text of picture ${index + 1}`}>
            Save text
          </Button>
        </Form>
        <div className="flex flex-wrap gap-2">
          <Form method="post" preventScrollReset className="flex gap-2">
            {pictureId}
            <MoveButtons name={`picture ${index + 1}`} index={index} count={count} />
          </Form>
          <ButtonLink
            to={removePath}
            variant="quiet"
            size="sm"
            aria-label={`Remove picture ${index + 1}`}
          >
            <Trash2 aria-hidden />
            Remove
          </ButtonLink>
        </div>
      </div>
    </li>
  );
}
