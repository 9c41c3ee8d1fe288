import { SearchX } from 'lucide-react';
import { Link } from 'react-router';
import {
  listServerSettings,
  type ServerSettingValue,
  settingsOfServices,
  settingsOnPages,
} from '#domain/system/list-server-settings.ts';
import { settingsQuery } from '#shared/schemas/administration/system.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { guardedHead } from '#web/lib/seo/page-head.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { SearchField } from '#web/ui/fields/search-field.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { AdminPage } from '../../components/admin-page.tsx';
import {
  type SettingEntry,
  siteSettingEntries,
} from '../../components/settings/site-setting-entries.ts';
import { formatSetting } from '../../components/site/describe-settings.ts';
import { hasWords, type ShownServerSetting } from '../../find-settings.ts';
import {
  readSettingExplanations,
  type SettingExplanation,
} from '../../read-setting-explanations.server.ts';
import { runAdminLoader } from '../../run-admin-page.ts';
import { rulesOf } from '../../settings-of-forms.ts';
import type { Route } from './+types/settings';

export const meta = guardedHead('Settings');

export const handle = { failure: 'Failed to load the settings.' };

export async function loader(args: Route.LoaderArgs) {
  return runAdminLoader(args, async (ctx, url) => {
    const { q } = parseInput(settingsQuery, url.searchParams);
    const values = await listServerSettings(ctx);
    const server = readSettingExplanations()
      .filter(({ name, about, section }) => hasWords([name, about, section], q))
      .map((one) => describe(one, values));
    const site = siteSettingEntries.filter(({ title, about, page }) =>
      hasWords([title, about, page], q),
    );
    return { q, site, server };
  });
}

function describe(
  setting: SettingExplanation,
  values: readonly ServerSettingValue[],
): ShownServerSetting {
  const { name } = setting;
  const key = settingsOnPages[name];
  const service = settingsOfServices[name];
  const changedOn = service ? `/admin/services#${service}` : key ? findPlace(key) : null;
  const found = values.find((one) => one.name === name);
  if (!found) return { ...setting, source: 'default', value: setting.defaultValue, changedOn };
  const value =
    found.source === 'page' && found.key !== null
      ? formatSetting(found.key, found.value)
      : (found.value ?? 'Set');
  return { ...setting, source: found.source, value, changedOn };
}

/** The page that has a setting, with its form. */
function findPlace(key: string): string {
  if (key === 'backupSchedule') return '/admin/backups';
  const [form] = Object.entries(rulesOf).find(([, keys]) => keys.some((one) => one === key)) ?? [];
  return `/admin/site#${form ?? 'mail-sender'}`;
}

/** Every setting of the site and of the server, to find where it is changed and what it is now. */
export default function Settings({ loaderData }: Route.ComponentProps) {
  const { q, site, server } = loaderData;
  const sections = [...new Set(server.map(({ section }) => section))];
  return (
    <AdminPage
      current="settings"
      actions={
        <ButtonLink to="/admin/services" variant="quiet">
          Services
        </ButtonLink>
      }
    >
      <SearchField name="q" label="Search all settings" maxLength={100} />
      {site.length === 0 && server.length === 0 && (
        <EmptyState
          icon={SearchX}
          action={<ButtonLink to="/admin/settings">Show all settings</ButtonLink>}
        >
          No setting has these words.
        </EmptyState>
      )}
      {site.length > 0 && (
        <Panel title="Changed on pages">
          <ul className="grid gap-x-8 sm:grid-cols-2">
            {site.map((entry) => (
              <PageSetting key={`${entry.title} ${entry.to}`} entry={entry} />
            ))}
          </ul>
        </Panel>
      )}
      {q === '' && (
        <p className="max-w-prose text-muted">
          The settings of the server below come from the environment of its process. An empty one
          has its default. One that is changed on a page holds at once, the others after a restart.
        </p>
      )}
      {sections.map((section) => (
        <Panel key={section} title={section}>
          <ul className="grid">
            {server
              .filter((setting) => setting.section === section)
              .map((setting) => (
                <ServerSetting key={setting.name} setting={setting} />
              ))}
          </ul>
        </Panel>
      ))}
    </AdminPage>
  );
}

function PageSetting({ entry: { title, about, to, page } }: { entry: SettingEntry }) {
  return (
    <li className="min-w-0 border-t border-line py-3">
      <Link
        to={to}
        prefetch="intent"
        className="inline-flex min-h-6 items-center font-semibold text-link"
      >
        {title}
      </Link>{' '}
      <span className="text-sm text-muted">{page}</span>
      <p className="text-sm text-muted">{about}</p>
    </li>
  );
}

const sources = {
  environment: 'From the environment',
  page: 'Saved on a page',
  default: 'Default',
} as const;

function ServerSetting({ setting }: { setting: ShownServerSetting }) {
  const { name, about, source, value, changedOn } = setting;
  return (
    <li className="grid gap-x-8 gap-y-1 border-t border-line py-4 first:border-t-0 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="min-w-0">
        <code className="font-semibold wrap-anywhere">{name}</code>
        <p className="text-sm text-muted wrap-anywhere">{about}</p>
      </div>
      <div className="min-w-0">
        <p className="wrap-anywhere">{value || <span className="text-muted">Not set</span>}</p>
        <p className="text-sm text-muted">
          {source === 'default' ? sources.default : <strong>{sources[source]}</strong>}
          {' · '}
          {changedOn === null ? (
            'A change needs a restart'
          ) : (
            <Link to={changedOn} className="inline-flex min-h-6 items-center text-link">
              Change it
              <span className="sr-only">: {name}</span>
            </Link>
          )}
        </p>
      </div>
    </li>
  );
}
