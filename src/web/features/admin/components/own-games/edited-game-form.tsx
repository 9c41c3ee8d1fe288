import type { EditedGame } from '#domain/catalog/edited-games/get-edited-game.ts';
import { editedGameLimits } from '#shared/constants/catalog/game-overrides.ts';
import { formatDecimal } from '#shared/format/amounts/money.ts';
import { ChoiceField, FieldGroup } from '#web/ui/fields/choice-fields.tsx';
import { MoneyField } from '#web/ui/fields/money-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { ActionForm } from '#web/ui/forms/action-form.tsx';
import { useOwnFailure } from '#web/ui/forms/page-forms.tsx';
import { AgeRatingField } from './age-rating-field.tsx';
import { GameLinkFields } from './game-link-fields.tsx';
import { GenreField } from './genre-field.tsx';
import { SourceValue } from './source-value.tsx';

const { nameMax, descriptionMax, websiteMax } = editedGameLimits;

/** The form of a game of another source. Beside what editors have changed it shows what the source has. */
export function EditedGameForm({ game }: { game: EditedGame }) {
  const failure = useOwnFailure({ intent: 'save' });
  return (
    <ActionForm intent="save" button="Save game" className="grid grid-cols-1 gap-6">
      <input type="hidden" name="version" value={game.version} />
      <FieldGroup title="What it is">
        <div className="clear-both grid grid-cols-1 gap-5">
          <TextField
            label="Name"
            required
            maxLength={nameMax}
            hint="Programs that know the earlier name still find the game."
            name="name"
            defaultValue={game.name}
          />
          <SourceValue game={game} field="name" />
          <TextField
            multiline
            label="Description"
            rows={6}
            maxLength={descriptionMax}
            name="description"
            defaultValue={game.description}
          />
          <SourceValue game={game} field="description" />
          <GenreField
            genres={game.allGenres}
            chosen={failure ? (failure.typed.genres ?? '').split(',') : game.genres}
          />
          <SourceValue game={game} field="genres" />
          <AgeRatingField value={game.ageRating} />
          <SourceValue game={game} field="ageRating" />
          <TextField
            label="Website"
            maxLength={websiteMax}
            name="website"
            defaultValue={game.website ?? ''}
          />
          <SourceValue game={game} field="website" />
          <ChoiceField
            name="ownLinks"
            label="Show the links below"
            hint="Otherwise its page links to streams and videos of its name."
            defaultChecked={game.links !== null}
          />
          <GameLinkFields links={game.links ?? []} error={failure?.fields.links} />
          <SourceValue game={game} field="links">
            Streams, Videos
          </SourceValue>
        </div>
      </FieldGroup>
      <FieldGroup title="What it costs">
        <MoneyField
          label="Price"
          hint={`0 for a free game. Empty: ${formatDecimal(game.defaultPrice)}, as other games.`}
          name="price"
          defaultValue={game.price === null ? undefined : formatDecimal(game.price)}
        />
      </FieldGroup>
    </ActionForm>
  );
}
