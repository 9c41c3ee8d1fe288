import { type ShopGenre, shopGenreConstants } from '#shared/constants/catalog/genres.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { useOwnFailure } from '#web/ui/forms/page-forms.tsx';
import { PlaceField } from './place-field.tsx';
import { SettingForm } from './setting-form.tsx';

const { genresMax, nameMax } = shopGenreConstants;
/** How many rows for new genres there are. */
const newRows = 3;

/** The form of the genres by which the shop filters. A row without a name is no genre. */
export function ShopGenresForm({ genres }: { genres: readonly ShopGenre[] }) {
  const failure = useOwnFailure({ intent: 'genres' });
  const count = Math.min(genresMax, genres.length + newRows);
  const rows = Array.from({ length: count }, (_, row) => genres[row] ?? { slug: '', name: '' });
  return (
    <SettingForm title="Genres of the shop" intent="genres">
      <p className="text-muted">
        Games keep a genre whose name is emptied here, but the shop has no filter and no shelf for
        it.
      </p>
      <ol className="grid gap-3">
        {rows.map(({ slug, name }, row) => (
          // Rows have no other identity: a new one has no slug yet.
          <li key={slug || `new ${row}`} className="grid grid-cols-[5rem_minmax(0,1fr)] gap-3">
            <input type="hidden" name={`slug-${row}`} value={slug} />
            <PlaceField row={row} of={name || 'the new genre'} />
            <TextField
              label={slug ? `Name of ${name}` : 'Name of a new genre'}
              labelHidden
              placeholder={slug ? undefined : 'New genre'}
              autoComplete="off"
              maxLength={nameMax}
              name={`name-${row}`}
              defaultValue={name}
            />
          </li>
        ))}
      </ol>
      {failure?.fields.genres && (
        <p role="alert" className="text-sm font-medium text-danger">
          {failure.fields.genres}
        </p>
      )}
    </SettingForm>
  );
}
