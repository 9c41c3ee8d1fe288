import {
  isSetUpLinkValid,
  offersExampleCommunity,
  setUpSite,
} from '#domain/administration/set-up-site.ts';
import { registrationModes } from '#shared/constants/accounts/registration-modes.ts';
import { exampleCommunityConstants } from '#shared/constants/site/example-community.ts';
import { siteTextConstants } from '#shared/constants/site/site-settings.ts';
import { registerChecks } from '#shared/schemas/accounts/account-fields.ts';
import { setUpInput } from '#shared/schemas/administration/site-forms.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import {
  AccountForm,
  EmailField,
  PasswordField,
  UsernameField,
} from '#web/features/accounts/public.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { runLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { sendForm } from '#web/lib/actions/submit-to-server.ts';
import { useFormResult } from '#web/lib/actions/use-form-result.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { Button } from '#web/ui/button.tsx';
import { ChoiceField, FieldGroup } from '#web/ui/fields/choice-fields.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { RegistrationModeChoice } from '../components/registration-mode-choice.tsx';
import { ShopContentChoice } from '../components/site/shop-content-choice.tsx';
import type { Route } from './+types/set-up';

export const headers = formHeaders;

export const meta: Route.MetaFunction = ({ matches }) => [
  ...noIndexHead('Set up this site', matches),
  // The URL contains the secret token, so other sites must not receive it as the referrer.
  { name: 'referrer', content: 'same-origin' },
];

export const handle = { failure: 'Failed to load the form.' };

export async function loader(args: Route.LoaderArgs) {
  return runLoader(args, async (ctx, url) => {
    const token = url.searchParams.get('token')?.slice(0, 200) ?? '';
    const linkValid = await isSetUpLinkValid(ctx, token);
    const offersExamples = linkValid && (await offersExampleCommunity(ctx));
    const hasGamesDatabase = ctx.catalog.cachedProvider !== null;
    return { token, linkValid, offersExamples, hasGamesDatabase };
  });
}

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'registration-failed', async (ctx, form) => {
    const cookie = await setUpSite(ctx, parseInput(setUpInput, form));
    throw redirect('/admin', { headers: { 'Set-Cookie': cookie } });
  });
}

export const clientAction = sendForm<typeof action>('registration-failed');

/** The form of the set-up link: the name of the site, its first admin, and who can register. */
export default function SetUp({ loaderData, actionData }: Route.ComponentProps) {
  const { failure } = useFormResult(actionData);
  const pending = usePending();
  if (!loaderData.linkValid && !failure) return <UnusableLink />;
  return (
    <Page width="prose">
      <PageHeader
        title="Set up this site"
        intro="The name, who can register and the shop can be changed later. When all is saved, the administration opens."
      />
      <AccountForm failure={failure} checks={registerChecks}>
        <input type="hidden" name="token" value={loaderData.token} />
        <FieldGroup title="The site">
          <div className="clear-both grid">
            <TextField
              label="Name of the site"
              name="name"
              required
              maxLength={siteTextConstants.nameMax}
              autoComplete="off"
            />
          </div>
        </FieldGroup>
        <FieldGroup title="Your account, the first admin">
          <div className="clear-both grid gap-5">
            <UsernameField isNew hint="It cannot be changed later." />
            <EmailField />
            <PasswordField isNew />
          </div>
        </FieldGroup>
        <FieldGroup title="Who can register">
          <RegistrationModeChoice chosen={registrationModes[0]} />
        </FieldGroup>
        <FieldGroup title="What the shop holds">
          <ShopContentChoice chosen="all" hasGamesDatabase={loaderData.hasGamesDatabase} />
        </FieldGroup>
        {loaderData.offersExamples && (
          <FieldGroup title="Example community">
            <ChoiceField
              type="radio"
              name="examples"
              value="no"
              label="None"
              hint="The site begins empty."
              defaultChecked
            />
            <ChoiceField
              type="radio"
              name="examples"
              value="yes"
              label="With examples"
              hint={`${exampleCommunityConstants.players} invented players with games, cards, discussions, pictures, listings and orders, to see how a site looks that is in use. Nobody can log in to them. Remove them all at once before or after you invite others.`}
              defaultChecked={false}
            />
          </FieldGroup>
        )}
        <Button size="lg" pending={pending}>
          Set up the site
        </Button>
      </AccountForm>
    </Page>
  );
}

function UnusableLink() {
  return (
    <Page width="prose">
      <PageHeader title="This link cannot be used" />
      <p className="max-w-prose">
        A set-up link works once, for 24 hours, and only while the site has no admin. Each start of
        the server prints a new one.{' '}
        <code className="whitespace-nowrap">npm run admin -- USERNAME</code> makes an account an
        admin at any time.
      </p>
    </Page>
  );
}
