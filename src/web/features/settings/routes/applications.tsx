import { KeyRound, Plus } from 'lucide-react';
import { Link } from 'react-router';
import {
  confirmKeyChange,
  deleteOwnApiKey,
  listOwnApiKeys,
  setOwnApiKeyDisabled,
} from '#domain/accounts/api-clients/api-keys/own-api-keys.ts';
import {
  endOwnLoginId,
  endOwnPrograms,
  listOwnPrograms,
} from '#domain/accounts/api-clients/login-id-tokens/own-login-ids.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { loginIdForm, ownApiKeyForm } from '#shared/schemas/settings/settings.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { sendForm } from '#web/lib/actions/submit-to-server.ts';
import { useFormResult } from '#web/lib/actions/use-form-result.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { RemovalDialog } from '#web/ui/confirmation-dialog.tsx';
import { ButtonForm } from '#web/ui/forms/button-form.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { ProofLink } from '#web/ui/proof-link.tsx';
import { DateTime } from '#web/ui/texts/date-time.tsx';
import { ApiKeyList } from '../components/api-key-list.tsx';
import { SettingsPage } from '../components/settings-page.tsx';
import type { Route } from './+types/applications';

export const headers = formHeaders;

export const meta: Route.MetaFunction = ({ matches }) => noIndexHead('Applications', matches);

export const handle = { failure: 'Failed to load your settings.' };

export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx, _actor, url) => {
    const [keys, programs] = await Promise.all([listOwnApiKeys(ctx), listOwnPrograms(ctx)]);
    const asked = url.searchParams.get('delete');
    return { keys, ...programs, deleted: keys.find(({ id }) => id === asked) ?? null };
  });
}

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'account-change-failed', async (ctx, form) => {
    switch (form.get('intent')) {
      case 'disable-key':
      case 'enable-key': {
        const disabled = form.get('intent') === 'disable-key';
        await setOwnApiKeyDisabled(ctx, { id: parseInput(ownApiKeyForm, form).keyId, disabled });
        return { done: disabled ? 'The key is disabled.' : 'The key is enabled.' };
      }
      case 'delete-key':
        await deleteOwnApiKey(ctx, parseInput(ownApiKeyForm, form).keyId);
        return { done: 'The key is deleted.' };
      case 'confirm-notice':
        await confirmKeyChange(ctx);
        return { done: 'Pages no longer say it.' };
      case 'end-login-id':
        await endOwnLoginId(ctx, parseInput(loginIdForm, form).loginIdId);
        return { done: 'The loginId has ended.' };
      case 'end-programs':
        await endOwnPrograms(ctx);
        return { done: 'You are logged out of all programs.' };
      default:
        throw new AppError('bad-input');
    }
  });
}

export const clientAction = sendForm<typeof action>('account-change-failed');

const path = '/settings/applications';

/** The section 'Applications' of the settings: API keys, loginIds and the linked app user. */
export default function Applications({ loaderData, actionData }: Route.ComponentProps) {
  const { keys, deleted } = loaderData;
  const { done, failure } = useFormResult(actionData);
  return (
    <SettingsPage current="applications">
      {failure && (
        <Alert tone="failure" action={failure.needsProof && <ProofLink next={path} />}>
          {failure.message}
        </Alert>
      )}
      <EarlierKeysAlert keys={keys} />
      {done && <Alert tone="success">{done}</Alert>}
      <RemovalDialog
        open={deleted !== null && done === null}
        title="Delete this key?"
        path={path}
        values={{ intent: 'delete-key', keyId: deleted?.id ?? '' }}
        button="Delete"
      >
        <p className="wrap-anywhere">
          Programs that use ‘{deleted?.name}’ are logged out. It cannot be brought back.
        </p>
      </RemovalDialog>
      <Panel
        title="API keys"
        action={
          <ButtonLink to="/settings/applications/new-key" variant="quiet" size="sm">
            <Plus aria-hidden />
            New key
          </ButtonLink>
        }
      >
        <p className="text-muted">
          A program with a key acts as you, without your password, as far as the scopes of the key
          allow. The{' '}
          <Link to="/reference" className="text-link">
            reference
          </Link>{' '}
          says which scope each function needs.
        </p>
        {keys.length > 0 ? (
          <ApiKeyList keys={keys} path={path} />
        ) : (
          <p className="flex items-center gap-3">
            <KeyRound aria-hidden className="size-5 text-muted" />
            You have no API keys.
          </p>
        )}
      </Panel>
      <Programs {...loaderData} />
    </SettingsPage>
  );
}

/** Tells owners of keys from before there were scopes what becomes of them. */
function EarlierKeysAlert({ keys }: Pick<Route.ComponentProps['loaderData'], 'keys'>) {
  const earlier = keys.find(({ isToNotice }) => isToNotice);
  if (!earlier?.becomesOrdinaryAt) return null;
  return (
    <Alert action={<ButtonForm values={{ intent: 'confirm-notice' }}>I know</ButtonForm>}>
      You have keys from before keys had scopes. They have all your rights until{' '}
      <DateTime value={earlier.becomesOrdinaryAt} format="date" />, then they only read and write
      for you. A program that needs more needs a new key.
    </Alert>
  );
}

type ProgramsProps = Pick<
  Route.ComponentProps['loaderData'],
  'loginIds' | 'appUsers' | 'appSessions'
>;

/** Where programs are logged in as the player. */
function Programs({ loginIds, appUsers, appSessions }: ProgramsProps) {
  const isEmpty = loginIds.length === 0 && appSessions === 0;
  return (
    <>
      <Panel
        title="Logged-in programs"
        action={!isEmpty && <ButtonForm values={{ intent: 'end-programs' }}>End all</ButtonForm>}
      >
        <p className="text-muted">
          A program that logged in with your name and password has a loginId for 30 days.
          {appSessions > 0 && ` Sessions of app users: ${appSessions}.`}
        </p>
        {isEmpty && <p>No program is logged in as you.</p>}
        {loginIds.length > 0 && (
          <ul className="grid">
            {loginIds.map(({ id, createdAt, expiresAt }, index) => (
              <li
                key={id}
                className="flex items-center justify-between gap-3 border-t border-line py-3 first:border-t-0"
              >
                <p className="grid">
                  <span>
                    Since <DateTime value={createdAt} />
                  </span>
                  <span className="text-sm text-muted">
                    until <DateTime value={expiresAt} format="date" />
                  </span>
                </p>
                <ButtonForm
                  values={{ intent: 'end-login-id', loginIdId: id }}
                  aria-label={`End loginId ${index + 1}`}
                  formClass="shrink-0"
                >
                  End
                </ButtonForm>
              </li>
            ))}
          </ul>
        )}
      </Panel>
      <Panel title="Linked app user">
        {appUsers.length === 0 && <p className="text-muted">No app user is linked.</p>}
        {appUsers.map(({ id, createdAt }) => (
          <p key={id}>
            <code className="wrap-anywhere">{id}</code>{' '}
            <span className="text-sm text-muted">
              linked on <DateTime value={createdAt} format="date" />, for good
            </span>
          </p>
        ))}
      </Panel>
    </>
  );
}
