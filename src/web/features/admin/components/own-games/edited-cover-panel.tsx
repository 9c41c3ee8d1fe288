import { Upload } from 'lucide-react';
import type { EditedGame } from '#domain/catalog/edited-games/get-edited-game.ts';
import { ownGameConstants } from '#shared/constants/catalog/own-games.ts';
import { imageTypes } from '#shared/constants/gallery/image-types.ts';
import { FileField } from '#web/ui/fields/file-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { ActionForm } from '#web/ui/forms/action-form.tsx';
import { useOwnFailure } from '#web/ui/forms/page-forms.tsx';
import { GameCover } from '#web/ui/games/game-cover.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { SourceValue } from './source-value.tsx';

/** The cover of a game of another source, and the form that replaces it. */
export function EditedCoverPanel({ game }: { game: EditedGame }) {
  const failure = useOwnFailure({ intent: 'cover' });
  const ofSource = game.changes.find(({ field }) => field === 'cover')?.source;
  return (
    <Panel title="Cover">
      <div className="grid grid-cols-1 gap-6 md:grid-cols-[minmax(0,20rem)_minmax(0,1fr)]">
        <div className="grid content-start gap-3">
          <div className="overflow-hidden rounded-md">
            <GameCover src={game.cover} alt={game.coverText || `Cover of ${game.name}`} eager />
          </div>
          <SourceValue game={game} field="cover">
            <div className="w-40 overflow-hidden rounded-md">
              <GameCover src={typeof ofSource === 'string' ? ofSource : null} />
            </div>
          </SourceValue>
        </div>
        <ActionForm
          // After a save the fields are empty again.
          key={game.cover}
          intent="cover"
          values={{ version: String(game.version) }}
          encType="multipart/form-data"
          button="Upload cover"
          icon={Upload}
          className="grid grid-cols-1 content-start gap-5"
        >
          <FileField
            label="Another cover"
            name="cover"
            required
            accept={imageTypes.join(',')}
            hint="JPEG, PNG, WebP, GIF or AVIF, up to 10 MB. Shown in 16:9; what is beyond that is cut off."
            error={failure?.fields.cover}
          />
          <TextField
            label="What it shows"
            name="altText"
            maxLength={ownGameConstants.pictureTextMax}
            hint="For people who do not see the picture."
          />
        </ActionForm>
      </div>
    </Panel>
  );
}
