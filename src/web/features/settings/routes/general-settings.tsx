import { useEffect } from 'react';
import { Form, useNavigation } from 'react-router';
import { readPreferences } from '#domain/accounts/preferences/read-preferences.ts';
import { savePreferences } from '#domain/accounts/preferences/save-preferences.ts';
import { failureTexts } from '#shared/errors/failure-texts.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { settingsForm } from '#shared/schemas/settings.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { useFormError } from '#web/lib/actions/form-error.ts';
import { runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { submitToServer } from '#web/lib/actions/submit-to-server.ts';
import { useLastActionData } from '#web/lib/actions/use-last-action-data.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { AppearanceFields } from '../components/appearance-fields.tsx';
import { ChoiceField, SettingsGroup } from '../components/settings-fields.tsx';
import { SettingsPage } from '../components/settings-page.tsx';
import type { Route } from './+types/general-settings';

export const meta: Route.MetaFunction = () => noIndexHead('Settings');

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

export function clientAction(args: Route.ClientActionArgs) {
  return submitToServer(args, 'settings-failed');
}

const savedText = 'Settings saved.';

/** The section 'General' of the settings. */
export default function GeneralSettings({
  loaderData,
  actionData: latestData,
}: Route.ComponentProps) {
  const actionData = useLastActionData(latestData);
  const pending = useNavigation().formAction === '/settings';
  const toast = useToast();
  const failure = useFormError(actionData);
  const saved = actionData !== undefined && 'saved' in actionData;

  useEffect(() => {
    if (actionData && 'saved' in actionData) toast.success(savedText);
  }, [actionData, toast]);

  return (
    <SettingsPage current="general">
      <Form method="post" className="grid gap-8">
        {failure && (
          <Alert tone="failure">
            {failure.isUnexpected ? failure.message : failureTexts['settings-failed']}
          </Alert>
        )}
        {saved && <Alert tone="success">{savedText}</Alert>}
        <AppearanceFields chosen={loaderData} />
        <SettingsGroup title="Market">
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
        </SettingsGroup>
        <SettingsGroup title="Play">
          <ChoiceField
            name="hasSound"
            label="Sound"
            hint="A short sound when a card is turned over."
            defaultChecked={loaderData.hasSound}
          />
        </SettingsGroup>
        <div>
          <Button pending={pending}>Save settings</Button>
        </div>
      </Form>
    </SettingsPage>
  );
}
