import { readPrivacy } from '#domain/privacy/read-privacy.ts';
import { savePrivacy } from '#domain/privacy/save-privacy.ts';
import type { Audience } from '#shared/constants/privacy.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { privacyForm } from '#shared/schemas/settings/settings.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { sendForm } from '#web/lib/actions/submit-to-server.ts';
import { useViewer } from '#web/lib/root-data.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { ChoiceField, FieldGroup, SelectField } from '#web/ui/fields/choice-fields.tsx';
import { SettingsForm } from '../components/settings-form.tsx';
import { SettingsPage } from '../components/settings-page.tsx';
import type { Route } from './+types/privacy-settings';

export const meta: Route.MetaFunction = ({ matches }) => noIndexHead('Privacy', matches);

export const handle = { failure: 'Failed to load your settings.' };

export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx, { id }) => readPrivacy(ctx.db, id));
}

export const headers = formHeaders;

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'settings-failed', async (ctx, form) => {
    await savePrivacy(ctx, parseInput(privacyForm, form));
    return { saved: true as const };
  });
}

export const clientAction = sendForm<typeof action>('settings-failed');

const audienceOptions: Record<Audience, string> = {
  everybody: 'Everybody',
  friends: 'Friends',
  nobody: 'Nobody',
};

const visibleSubjects = [
  {
    name: 'inventoryVisibility',
    label: 'Inventory',
    hint: 'Your cards, badges and best cards. The showcase that you choose yourself is always visible. Friends who do not see your cards can offer you theirs, but not ask for yours.',
  },
  { name: 'gamesVisibility', label: 'Games', hint: 'Which games you own, and how many.' },
  {
    name: 'friendsVisibility',
    label: 'Friends',
    hint: 'Your list of friends. The lists of your friends leave you out for those who may not see it.',
  },
  {
    name: 'activityVisibility',
    label: 'Activity',
    hint: 'How long you have played, and when you last did.',
  },
  {
    name: 'presenceVisibility',
    label: 'Online and in-game status',
    hint: 'Those who may not see it see you as Offline, and not that you are typing. The game that you are playing is shown to those who may also see your games and your activity.',
  },
] as const;

/** The section 'Privacy' of the settings: who sees what of the account. */
export default function PrivacySettings({ loaderData, actionData }: Route.ComponentProps) {
  const viewer = useViewer();

  return (
    <SettingsPage current="privacy">
      <SettingsForm actionData={actionData}>
        <FieldGroup title="Who sees">
          {visibleSubjects.map((subject) => (
            <SelectField
              key={subject.name}
              {...subject}
              defaultValue={loaderData[subject.name]}
              options={audienceOptions}
            />
          ))}
        </FieldGroup>
        <FieldGroup title="Who may reach you">
          <SelectField
            name="friendRequestsFrom"
            label="Friend requests"
            hint="You can still send requests yourself."
            defaultValue={loaderData.friendRequestsFrom}
            options={{
              everybody: 'Everybody',
              'friends-of-friends': 'Friends of friends',
              nobody: 'Nobody',
            }}
          />
          <SelectField
            name="messagesFrom"
            label="Messages"
            hint="With ‘Nobody’ your friends cannot write to you. They can still offer you trades, and you can write to them."
            defaultValue={loaderData.messagesFrom}
            options={{ friends: 'Friends', nobody: 'Nobody' }}
          />
        </FieldGroup>
        <FieldGroup title="Where you appear">
          <ChoiceField
            name="isNamedInSales"
            label="My name in public sales"
            hint="The last sales of a card name you as buyer or seller. What you offer on the market always names you."
            defaultChecked={loaderData.isNamedInSales}
          />
          <ChoiceField
            name="isInLeaderboards"
            label="Leaderboards"
            hint="The lists of collectors show you, with your level and your complete sets."
            defaultChecked={loaderData.isInLeaderboards}
          />
          <ChoiceField
            name="isInSearchEngines"
            label="Search engines"
            hint="Search engines may list your profile. Discussions and pictures that you post are public anyway."
            defaultChecked={loaderData.isInSearchEngines}
          />
        </FieldGroup>
      </SettingsForm>
      {viewer && (
        <section aria-labelledby="preview-title" className="grid gap-3">
          <h2 id="preview-title" className="text-lg">
            How others see your profile
          </h2>
          <div className="flex flex-wrap gap-3">
            <ButtonLink to={`/profile/${viewer.username}?as=stranger`} variant="quiet">
              As a visitor
            </ButtonLink>
            <ButtonLink to={`/profile/${viewer.username}?as=friend`} variant="quiet">
              As a friend
            </ButtonLink>
          </div>
        </section>
      )}
    </SettingsPage>
  );
}
