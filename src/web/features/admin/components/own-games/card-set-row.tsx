import { Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { cardSetConstants } from '#shared/constants/card-sets.ts';
import { imageTypes } from '#shared/constants/gallery/image-types.ts';
import { type Rarity, rarities } from '#shared/constants/rarity.ts';
import { Button } from '#web/ui/button.tsx';
import { CardPicture } from '#web/ui/cards/card-picture.tsx';
import { rarityNames } from '#web/ui/cards/rarity-badge.tsx';
import { FileField } from '#web/ui/fields/file-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import type { DraftCard } from '../../card-set-draft.ts';
import { MoveButtons } from '../move-form.tsx';

interface CardSetRowProps {
  card: DraftCard;
  /** Its place, from 0. */
  index: number;
  count: number;
  glyphs: readonly string[];
  /** The path of a card with a glyph. */
  glyphPath: (rarity: Rarity, glyph: string) => string;
  /** The chance of this card in a draw; null before the set was checked. */
  odds: number | null;
}

const percent = new Intl.NumberFormat('en-US', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

/** The fields of a card of a set, with its picture as players will see it. */
export function CardSetRow({ card, index, count, glyphs, glyphPath, odds }: CardSetRowProps) {
  const [rarity, setRarity] = useState(card.rarity);
  const [glyph, setGlyph] = useState(card.glyph);
  const id = useId();
  const number = index + 1;
  const { problems, pictureId, picturePath } = card;
  const field = (name: 'name' | 'description') => ({
    name: `${name}-${index}`,
    defaultValue: card[name],
    ...(problems[name] && { error: problems[name] }),
  });
  const picture = glyph ? glyphPath(rarity, glyph) : picturePath;
  return (
    <li>
      <fieldset className="grid gap-5 rounded-lg bg-surface p-5 shadow-lift sm:grid-cols-[9rem_minmax(0,1fr)]">
        <legend className="sr-only">Card {number}</legend>
        <div className="grid content-start gap-2">
          <CardPicture
            name={`Card ${number}`}
            rarity={rarity}
            picture={picture}
            caption={false}
            className="mx-auto w-full max-w-36"
          />
          {odds !== null && (
            <p className="text-center text-sm font-semibold tabular-nums">
              {percent.format(odds)} of draws
            </p>
          )}
        </div>
        <div className="grid min-w-0 content-start gap-4">
          <input type="hidden" name={`kindId-${index}`} value={card.kindId} />
          <input type="hidden" name={`pictureId-${index}`} value={pictureId} />
          <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_10rem]">
            <TextField
              label={`Name of card ${number}`}
              maxLength={cardSetConstants.nameMax}
              {...field('name')}
            />
            <div className="grid content-start gap-1.5">
              <label htmlFor={`${id}-rarity`} className="font-medium">
                Rarity
              </label>
              <select
                id={`${id}-rarity`}
                name={`rarity-${index}`}
                value={rarity}
                onChange={(event) =>
                  setRarity(rarities.find((one) => one === event.target.value) ?? 'common')
                }
                className="control min-h-11 px-3"
              >
                {rarities.map((one) => (
                  <option key={one} value={one}>
                    {rarityNames[one]}
                  </option>
                ))}
              </select>
            </div>
          </div>
          <TextField
            label={`Text of card ${number}`}
            maxLength={cardSetConstants.descriptionMax}
            {...field('description')}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <div className="grid content-start gap-1.5">
              <label htmlFor={`${id}-glyph`} className="font-medium">
                Drawn from a glyph
              </label>
              <select
                id={`${id}-glyph`}
                name={`glyph-${index}`}
                value={glyph}
                onChange={(event) => setGlyph(event.target.value)}
                aria-describedby={problems.glyph ? `${id}-problem` : undefined}
                aria-invalid={problems.glyph ? true : undefined}
                className="control min-h-11 min-w-0 px-3"
              >
                <option value="">{picturePath ? 'The uploaded picture' : 'No glyph'}</option>
                {glyphs.map((name) => (
                  <option key={name} value={name}>
                    {nameGlyph(name)}
                  </option>
                ))}
              </select>
              {problems.glyph && (
                <p id={`${id}-problem`} className="text-sm font-medium text-danger">
                  {problems.glyph}
                </p>
              )}
            </div>
            <FileField
              label={`Or a picture for card ${number}`}
              name="file"
              accept={imageTypes.join(',')}
              hint="Shown in 3:4. Up to 10 MB."
              error={problems.file}
            />
          </div>
          <div className="flex flex-wrap gap-2">
            <MoveButtons
              name={`card ${number}`}
              up={`up-${index}`}
              down={`down-${index}`}
              isFirst={index === 0}
              isLast={number === count}
            />
            <Button
              variant="quiet"
              size="sm"
              name="intent"
              value={`remove-${index}`}
              aria-label={`Remove card ${number}`}
            >
              <Trash2 aria-hidden />
              Remove
            </Button>
          </div>
        </div>
      </fieldset>
    </li>
  );
}

/** `dragon-head` as `Dragon head`. */
function nameGlyph(name: string): string {
  const words = name.replaceAll('-', ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
