import {
  getOwnApiKey,
  narrowOwnApiKey,
} from '#domain/accounts/api-clients/api-keys/own-api-keys.ts';
import { narrowApiKeyForm } from '#shared/schemas/accounts/api-keys.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { sendForm } from '#web/lib/actions/submit-to-server.ts';
import { useFormResult } from '#web/lib/actions/use-form-result.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { ActionForm } from '#web/ui/forms/action-form.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { DateTime } from '#web/ui/texts/date-time.tsx';
import { KeyEndField, ScopeFields } from '../components/api-key-fields.tsx';
import { KeyTimes } from '../components/api-key-list.tsx';
import type { Route } from './+types/api-key';

export const headers = formHeaders;

export const meta: Route.MetaFunction = ({ matches }) => noIndexHead('API key', matches);

export const handle = { failure: 'Failed to load your settings.' };

export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx) => getOwnApiKey(ctx, args.params.keyId));
}

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'account-change-failed', async (ctx, form) => {
    await narrowOwnApiKey(ctx, args.params.keyId, parseInput(narrowApiKeyForm, form));
    return { done: 'The key is changed. It holds at once for programs that use it.' };
  });
}

export const clientAction = sendForm<typeof action>('account-change-failed');

/** An API key of the player, from which scopes and time can be taken. */
export default function ApiKey({ loaderData: key, actionData }: Route.ComponentProps) {
  const { done, failure } = useFormResult(actionData);
  const { id, name, scopes, keepable, becomesOrdinaryAt } = key;
  return (
    <Page width="form">
      <PageHeader title={name} back={{ to: '/settings/applications', label: 'Applications' }} />
      <div className="grid gap-6">
        <KeyTimes {...key} />
        {done && <Alert tone="success">{done}</Alert>}
        {becomesOrdinaryAt && (
          <Alert>
            This key is from before keys had scopes. Until{' '}
            <DateTime value={becomesOrdinaryAt} format="date" /> it has all your rights. If you save
            it here, it has only the rights below from now on.
          </Alert>
        )}
        <p className="text-muted">
          A key can get less here, never more. For more, create a new key.
        </p>
        <ActionForm
          failure={failure}
          button="Save"
          more={
            <ButtonLink to={`/settings/applications?delete=${id}`} variant="ghost">
              Delete key
            </ButtonLink>
          }
          className="grid gap-6"
        >
          <ScopeFields offered={keepable} chosen={scopes} />
          <KeyEndField kept="As it is" />
        </ActionForm>
      </div>
    </Page>
  );
}
