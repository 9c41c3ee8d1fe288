import { hasFreshProof } from '#domain/accounts/sessions/fresh-proof.ts';
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
import { AppError } from '#shared/errors/app-error.ts';
import { gamesKeyForm, mailServerForm } from '#shared/schemas/administration/services.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { formHeaders } from '#web/lib/actions/form-action.ts';
import { sendForm } from '#web/lib/actions/submit-to-server.ts';
import { useFormResult } from '#web/lib/actions/use-form-result.ts';
import { guardedHead } from '#web/lib/seo/page-head.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { RemovalDialog } from '#web/ui/confirmation-dialog.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { AdminPage } from '../../components/admin-page.tsx';
import { SettingMessages } from '../../components/proof-alerts.tsx';
import { GamesKeyForm } from '../../components/settings/games-key-form.tsx';
import { MailServerForm } from '../../components/settings/mail-server-form.tsx';
import { runAdminAction, runAdminLoader } from '../../run-admin-page.ts';
import type { Route } from './+types/services';

export const headers = formHeaders;

export const meta = guardedHead('Services');

export const handle = { failure: 'Failed to load the services.' };

export async function loader(args: Route.LoaderArgs) {
  return runAdminLoader(args, async (ctx, url) => {
    const [mail, games, isProven] = await Promise.all([
      getMailService(ctx),
      getGamesService(ctx),
      hasFreshProof(ctx),
    ]);
    return { mail, games, isProven, asked: url.searchParams.get('ask') };
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
        const error = await testMailServer(ctx, input);
        const { password: _, ...typed } = input;
        return { tested: error ?? '', typed };
      }
      case 'remove-mail':
        await removeMailServer(ctx);
        return { done: 'The mail server is removed. Mails are files on the server again.' };
      case 'games':
        await saveGamesKey(ctx, parseInput(gamesKeyForm, form));
        return { done: 'Saved. It holds from now on.' };
      case 'test-games': {
        const error = await testGamesKey(ctx, parseInput(gamesKeyForm, form));
        if (error !== null) return { tested: error, typed: null };
        return { done: 'The games database answers with this key. A typed one is not saved yet.' };
      }
      case 'remove-games':
        await removeGamesKey(ctx);
        return { done: 'The key is removed.' };
      default:
        throw new AppError('bad-input');
    }
  });
}

export const clientAction = sendForm<typeof action>('administration-failed');

/** The services outside of this server that admins set while it runs. */
export default function Services({ loaderData, actionData }: Route.ComponentProps) {
  const { mail, games, isProven, asked } = loaderData;
  const { data: answer, done, failure, failureOf } = useFormResult(actionData);
  const test = answer && 'tested' in answer ? answer : null;
  const isFailureOf = (service: string) =>
    failureOf(service) !== null || failureOf(`test-${service}`) !== null;
  const hasMailForm = mail.source !== 'environment' && !mail.needsOrigin;
  const hasGamesForm = games.source !== 'environment';
  const isInForm = (hasMailForm && isFailureOf('mail')) || (hasGamesForm && isFailureOf('games'));
  const server = test?.typed ?? mail.server;
  return (
    <AdminPage
      current="settings"
      title="Services"
      back={{ to: '/admin/settings', label: 'Back to settings' }}
      failure={failure}
    >
      <SettingMessages isProven={isProven} done={done} failure={failure} isInForm={isInForm} />
      {test?.tested === '' && (
        <Alert tone="success">
          The server takes the connection and the login. Nothing is saved.
        </Alert>
      )}
      {test?.tested && <Alert tone="failure">{test.tested}</Alert>}
      <RemovalDialog
        open={asked === 'remove-mail' && mail.source === 'page'}
        title="Remove the mail server?"
        path="/admin/services"
        values={{ intent: 'remove-mail' }}
        button="Remove"
      >
        <p>
          No mails are sent any more: they become files on the server, and every email address
          counts as confirmed.
        </p>
      </RemovalDialog>
      {!hasMailForm ? (
        <Panel title="Mail server">
          <p className="max-w-prose" id="mail">
            {mail.source === 'environment'
              ? 'The environment of the server sets it (SMTP_URL), which wins. Remove it there to set it here.'
              : 'Set ORIGIN, the public address of the site, in the environment of the server first: links in mails start with it.'}
          </p>
        </Panel>
      ) : (
        <MailServerForm
          // A new form after a save, so that it shows what was saved.
          key={JSON.stringify(mail)}
          server={server}
          isSaved={mail.source === 'page'}
          hasPassword={mail.hasPassword}
        />
      )}
      <RemovalDialog
        open={asked === 'remove-games' && games.source === 'page'}
        title="Remove the key?"
        path="/admin/services"
        values={{ intent: 'remove-games' }}
        button="Remove"
      >
        <p>The games that the shop has already stay. No new ones come.</p>
      </RemovalDialog>
      {!hasGamesForm ? (
        <Panel title="Games database">
          <p className="max-w-prose" id="games">
            The environment of the server sets its key (RAWG_API_KEY), which wins. Remove it there
            to set it here.
          </p>
        </Panel>
      ) : (
        <GamesKeyForm key={done} host={games.host} isSaved={games.source === 'page'} />
      )}
      <Panel
        title="Other services"
        action={
          <ButtonLink to="/admin/system" variant="quiet" size="sm">
            Check them
          </ButtonLink>
        }
      >
        <p className="max-w-prose text-muted">
          Single sign-on (OpenID Connect) and the bucket for pictures (S3) are set in the
          environment of the server.
        </p>
      </Panel>
    </AdminPage>
  );
}
