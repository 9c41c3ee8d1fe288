import { hasFreshProof } from '#domain/accounts/sessions/fresh-proof.ts';
import { changeVersionAddress } from '#domain/administration/change-version-address.ts';
import { getSiteSettings } from '#domain/site/read-site-settings.ts';
import {
  getFilesService,
  removeFilesBucket,
  saveFilesBucket,
  testFilesBucket,
} from '#domain/system/services/files-service.ts';
import {
  getGamesService,
  removeGamesKey,
  saveGamesKey,
  testGamesKey,
} from '#domain/system/services/games-service.ts';
import {
  getMailService,
  removeMailServer,
  saveMailServer,
  testMailServer,
} from '#domain/system/services/mail-service.ts';
import {
  getSignOnService,
  removeSignOnProvider,
  saveSignOnProvider,
  testSignOnProvider,
} from '#domain/system/services/sign-on-service.ts';
import { getNewestVersion, testVersionAddress } from '#domain/system/versions/newest-version.ts';
import { type SettableService, settableServices } from '#shared/constants/server/services.ts';
import { AppError } from '#shared/errors/app-error.ts';
import {
  filesBucketForm,
  gamesKeyForm,
  mailServerForm,
  signOnProviderForm,
  versionAddressForm,
} from '#shared/schemas/administration/services.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { formHeaders } from '#web/lib/actions/form-action.ts';
import { sendForm } from '#web/lib/actions/submit-to-server.ts';
import { useFormResult } from '#web/lib/actions/use-form-result.ts';
import { guardedHead } from '#web/lib/seo/page-head.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { RemovalDialog } from '#web/ui/confirmation-dialog.tsx';
import { AdminPage } from '../../components/admin-page.tsx';
import { SettingMessages } from '../../components/proof-alerts.tsx';
import { EnvironmentPanel } from '../../components/settings/environment-panel.tsx';
import { FilesBucketForm } from '../../components/settings/files-bucket-form.tsx';
import { GamesKeyForm } from '../../components/settings/games-key-form.tsx';
import { MailServerForm } from '../../components/settings/mail-server-form.tsx';
import {
  removalQuestions,
  removedServiceTexts,
  testedTexts,
} from '../../components/settings/service-texts.ts';
import { SignOnForm } from '../../components/settings/sign-on-form.tsx';
import { VersionForm } from '../../components/settings/version-form.tsx';
import { runAdminAction, runAdminLoader } from '../../run-admin-page.ts';
import type { Route } from './+types/services';

export const headers = formHeaders;

export const meta = guardedHead('Services');

export const handle = { failure: 'Failed to load the services.' };

export async function loader(args: Route.LoaderArgs) {
  return runAdminLoader(args, async (ctx, url) => {
    const [mail, games, signOn, files, isProven, newest, settings] = await Promise.all([
      getMailService(ctx),
      getGamesService(ctx),
      getSignOnService(ctx),
      getFilesService(ctx),
      hasFreshProof(ctx),
      getNewestVersion(ctx),
      getSiteSettings(ctx),
    ]);
    const asked = url.searchParams.get('ask');
    const version = { own: ctx.operations.version, newest, address: settings.versionAddress };
    return { mail, games, signOn, files, version, isProven, asked, origin: ctx.site.origin };
  });
}

export async function action(args: Route.ActionArgs) {
  return runAdminAction(args, async (ctx, form) => {
    switch (form.get('intent')) {
      case 'mail':
        await saveMailServer(ctx, parseInput(mailServerForm, form));
        return { done: 'Saved. Mails are sent through this server from now on.' };
      case 'test-mail': {
        const input = parseInput(mailServerForm, form);
        const problem = await testMailServer(ctx, input);
        const { password: _, ...mail } = input;
        return { tested: 'mail' as const, problem, typed: { mail } };
      }
      case 'remove-mail':
        await removeMailServer(ctx);
        return { done: removedServiceTexts.mail };
      case 'games':
        await saveGamesKey(ctx, parseInput(gamesKeyForm, form));
        return { done: 'Saved. It holds from now on.' };
      case 'test-games': {
        const problem = await testGamesKey(ctx, parseInput(gamesKeyForm, form));
        return { tested: 'games' as const, problem, typed: {} };
      }
      case 'remove-games':
        await removeGamesKey(ctx);
        return { done: removedServiceTexts.games };
      case 'sign-on':
        await saveSignOnProvider(ctx, parseInput(signOnProviderForm, form));
        return { done: 'Saved. The pages of the login have the button from now on.' };
      case 'test-sign-on': {
        const input = parseInput(signOnProviderForm, form);
        const problem = await testSignOnProvider(ctx, input);
        const { clientSecret: _, ...signOn } = input;
        return { tested: 'sign-on' as const, problem, typed: { signOn } };
      }
      case 'remove-sign-on':
        await removeSignOnProvider(ctx);
        return { done: removedServiceTexts['sign-on'] };
      case 'files':
        await saveFilesBucket(ctx, parseInput(filesBucketForm, form));
        return { done: 'Saved. It holds from now on.' };
      case 'test-files': {
        const input = parseInput(filesBucketForm, form);
        const problem = await testFilesBucket(ctx, input);
        const { secretAccessKey: _, ...files } = input;
        return { tested: 'files' as const, problem, typed: { files } };
      }
      case 'remove-files':
        await removeFilesBucket(ctx);
        return { done: removedServiceTexts.files };
      case 'version': {
        const { versionAddress: value } = parseInput(versionAddressForm, form);
        await changeVersionAddress(ctx, value);
        if (value === '') return { done: 'Saved. Nobody is asked for newer versions.' };
        return { done: 'Saved. It was asked now, and is asked once a day.' };
      }
      case 'test-version': {
        const { versionAddress: address } = parseInput(versionAddressForm, form);
        const answer = await testVersionAddress(ctx, { address });
        const problem = 'problem' in answer ? answer.problem : null;
        const said = 'version' in answer ? answer.version : null;
        return { tested: 'version' as const, problem, said, typed: { address } };
      }
      default:
        throw new AppError('bad-input');
    }
  });
}

export const clientAction = sendForm<typeof action>('administration-failed');

/** The services outside of this server that admins set while it runs. */
export default function Services({ loaderData, actionData }: Route.ComponentProps) {
  const { mail, games, signOn, files, version, isProven, asked, origin } = loaderData;
  const { data: answer, done, failure, failureOf } = useFormResult(actionData);
  const test = answer && 'tested' in answer ? answer : null;
  const typed: TypedForms = test?.typed ?? {};
  const sources = {
    mail: mail.source,
    games: games.source,
    'sign-on': signOn.source,
    files: files.source,
  };
  const hasForm: Record<SettableService | 'version', boolean> = {
    mail: mail.source !== 'environment' && !mail.needsOrigin,
    games: games.source !== 'environment',
    'sign-on': signOn.source !== 'environment' && !signOn.needsOrigin,
    files: files.source !== 'environment',
    version: true,
  };
  const isInForm = Object.entries(hasForm).some(
    ([service, isShown]) =>
      isShown && (failureOf(service) !== null || failureOf(`test-${service}`) !== null),
  );
  return (
    <AdminPage
      current="settings"
      title="Services"
      back={{ to: '/admin/settings', label: 'Back to settings' }}
      failure={failure}
      actions={
        <ButtonLink to="/admin/system" variant="quiet">
          Check all services
        </ButtonLink>
      }
    >
      <SettingMessages isProven={isProven} done={done} failure={failure} isInForm={isInForm} />
      {test?.problem === null && (
        <Alert tone="success">
          {test.tested === 'version'
            ? `It says that ${test.said} is the newest version. Nothing is saved.`
            : testedTexts[test.tested]}
        </Alert>
      )}
      {test?.problem && <Alert tone="failure">{test.problem}</Alert>}
      {settableServices.map((service) => (
        <RemovalDialog
          key={service}
          open={asked === `remove-${service}` && sources[service] === 'page'}
          title={removalQuestions[service].title}
          path="/admin/services"
          values={{ intent: `remove-${service}` }}
          button="Remove"
        >
          <p>{removalQuestions[service].text}</p>
        </RemovalDialog>
      ))}
      {hasForm.mail ? (
        <MailServerForm
          // A new form after a save, so that it shows what was saved.
          key={JSON.stringify(mail)}
          server={typed.mail ?? mail.server}
          isSaved={mail.source === 'page'}
          hasPassword={mail.hasPassword}
        />
      ) : (
        <EnvironmentPanel
          title="Mail server"
          id="mail"
          setting={mail.source === 'environment' ? 'SMTP_URL' : null}
          needsOrigin="links in mails start with it."
        />
      )}
      {hasForm.games ? (
        <GamesKeyForm key={done} host={games.host} isSaved={games.source === 'page'} />
      ) : (
        <EnvironmentPanel title="Games database" id="games" setting="RAWG_API_KEY" />
      )}
      {hasForm['sign-on'] ? (
        <SignOnForm
          key={`sign-on ${JSON.stringify(signOn)}`}
          provider={typed.signOn ?? signOn.provider}
          isSaved={signOn.source === 'page'}
          origin={origin}
        />
      ) : (
        <EnvironmentPanel
          title="Single sign-on"
          id="sign-on"
          setting={signOn.source === 'environment' ? 'OIDC_ISSUER' : null}
          needsOrigin="the provider sends browsers back to it."
        />
      )}
      {hasForm.files ? (
        <FilesBucketForm
          key={`files ${JSON.stringify(files)}`}
          bucket={typed.files ?? files.bucket}
          isSaved={files.source === 'page'}
        />
      ) : (
        <EnvironmentPanel title="Bucket (S3)" id="files" setting="S3_ENDPOINT" />
      )}
      <VersionForm
        key={`version ${version.address}`}
        {...version}
        address={typed.address ?? version.address}
      />
    </AdminPage>
  );
}

/** What was typed for a test, without secrets. */
interface TypedForms {
  mail?: Route.ComponentProps['loaderData']['mail']['server'];
  signOn?: Route.ComponentProps['loaderData']['signOn']['provider'];
  files?: Route.ComponentProps['loaderData']['files']['bucket'];
  address?: string;
}
