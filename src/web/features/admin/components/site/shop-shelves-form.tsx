import {
  type ShownShelf,
  shelfIds,
  shelfTitleMax,
  shelfTitles,
} from '#shared/constants/catalog/shelves.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { PlaceField } from './place-field.tsx';
import { SettingForm } from './setting-form.tsx';

/** The form of the shelves above the list of the shop. A shelf without a title is hidden. */
export function ShopShelvesForm({ shelves }: { shelves: readonly ShownShelf[] }) {
  const hidden = shelfIds.filter((id) => !shelves.some((shelf) => shelf.id === id));
  const rows = [...shelves, ...hidden.map((id) => ({ id, title: '' }))];
  return (
    <SettingForm title="Shelves of the shop" intent="shelves">
      <p className="text-muted">
        The rows above the list of the shop. One without a title is hidden, as is one without games.
      </p>
      <ol className="grid gap-3">
        {rows.map(({ id, title }, row) => (
          <li key={id} className="grid grid-cols-[5rem_minmax(0,1fr)] gap-3">
            <input type="hidden" name={`id-${row}`} value={id} />
            <PlaceField row={row} of={shelfTitles[id]} />
            <TextField
              label={`Title of ${shelfTitles[id]}`}
              labelHidden
              placeholder={`${shelfTitles[id]} (hidden)`}
              autoComplete="off"
              maxLength={shelfTitleMax}
              name={`title-${row}`}
              defaultValue={title}
            />
          </li>
        ))}
      </ol>
    </SettingForm>
  );
}
