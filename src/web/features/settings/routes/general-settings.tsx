import { readPreferences } from '#domain/accounts/preferences/read-preferences.ts';
import { savePreferences } from '#domain/accounts/preferences/save-preferences.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { settingsForm } from '#shared/schemas/settings/settings.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { sendForm } from '#web/lib/actions/submit-to-server.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { ChoiceField, FieldGroup } from '#web/ui/fields/choice-fields.tsx';
import { AppearanceFields } from '../components/appearance-fields.tsx';
import { SettingsForm } from '../components/settings-form.tsx';
import { SettingsPage } from '../components/settings-page.tsx';
import type { Route } from './+types/general-settings';

export const meta: Route.MetaFunction = ({ matches }) => noIndexHead('Settings', matches);

export const handle = { failure: 'Failed to load your settings.' };

export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx, { id }) => readPreferences(ctx.db, id));
}

export const headers = formHeaders;

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'settings-failed', async (ctx, form) => {
    await savePreferences(ctx, parseInput(settingsForm, form));
    return { saved: true as const };
  });
}

export const clientAction = sendForm<typeof action>('settings-failed');

/** The section 'General' of the settings. */
export default function GeneralSettings({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <SettingsPage current="general">
      <SettingsForm actionData={actionData}>
        <AppearanceFields chosen={loaderData} />
        <FieldGroup title="Market">
          <ChoiceField
            type="radio"
            name="marketView"
            value="items"
            label="Items"
            hint="Each offered card on its own, newest first."
            defaultChecked={loaderData.marketView === 'items'}
          />
          <ChoiceField
            type="radio"
            name="marketView"
            value="cards"
            label="Cards"
            hint="One tile for each card, with its lowest price."
            defaultChecked={loaderData.marketView === 'cards'}
          />
        </FieldGroup>
        <FieldGroup title="Play">
          <ChoiceField
            name="hasSound"
            label="Sound"
            hint="A short sound when a card is turned over."
            defaultChecked={loaderData.hasSound}
          />
        </FieldGroup>
      </SettingsForm>
    </SettingsPage>
  );
}
