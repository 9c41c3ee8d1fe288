import type { SiteSettingKey } from '#shared/schemas/administration/site-settings.ts';
import { ChangeList } from '#web/ui/change-list.tsx';
import { formatSetting, settingLabels } from './describe-settings.ts';

export interface SettingChange {
  id: string;
  key: SiteSettingKey;
  before: unknown;
  after: unknown;
  admin: string;
  at: Date;
}

/** The latest changes of the site's settings. The last change of each setting can be undone. */
export function SettingChanges({ changes }: { changes: readonly SettingChange[] }) {
  const newest = new Map(changes.toReversed().map(({ key, id }) => [key, id]));
  return (
    <ChangeList
      changes={changes.map(({ id, key, before, after, ...change }) => ({
        ...change,
        id,
        text: (
          <>
            {settingLabels[key]}: {formatSetting(key, before)}, now{' '}
            <strong>{formatSetting(key, after)}</strong>
          </>
        ),
        undo:
          newest.get(key) === id
            ? { values: { id }, about: `the change of ${settingLabels[key]}` }
            : null,
      }))}
    />
  );
}
