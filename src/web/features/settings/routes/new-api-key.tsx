import { listScopesOf } from '#domain/accounts/api-clients/api-keys/key-scopes.ts';
import { createOwnApiKey } from '#domain/accounts/api-clients/api-keys/own-api-keys.ts';
import { requireFreshProof } from '#domain/accounts/sessions/fresh-proof.ts';
import { requirePlayer } from '#domain/permissions/require-actor.ts';
import {
  type ApiKeyScope,
  apiKeyScopeTexts,
  defaultApiKeyScopes,
  isHighApiKeyScope,
} from '#shared/constants/accounts/api-key-scopes.ts';
import { apiSessionConstants } from '#shared/constants/accounts/api-sessions.ts';
import { newApiKeyForm } from '#shared/schemas/accounts/api-keys.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { AccountForm } from '#web/features/accounts/public.ts';
import { formHeaders } from '#web/lib/actions/form-action.ts';
import { runFormActionWithProof } from '#web/lib/actions/run-form-action-with-proof.ts';
import { runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { sendForm } from '#web/lib/actions/submit-to-server.ts';
import { readTypedTexts } from '#web/lib/actions/typed-texts-cookie.ts';
import { useFormResult } from '#web/lib/actions/use-form-result.ts';
import { IdempotencyKey } from '#web/lib/idempotency-key.tsx';
import { createFormKey } from '#web/lib/rendering-cache/values-of-request.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { ProofLink } from '#web/ui/proof-link.tsx';
import { KeyEndField, ScopeFields } from '../components/api-key-fields.tsx';
import type { Route } from './+types/new-api-key';

export const headers = formHeaders;

export const meta: Route.MetaFunction = ({ matches }) => noIndexHead('New API key', matches);

export const handle = { failure: 'Failed to load your settings.' };

export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx, actor) => {
    requirePlayer(ctx);
    await requireFreshProof(ctx);
    return {
      typed: readTypedTexts(args.request, actor).name,
      offered: listScopesOf(actor),
      key: createFormKey(ctx),
    };
  });
}

export async function action(args: Route.ActionArgs) {
  return runFormActionWithProof(args, 'account-change-failed', ['name'], async (ctx, form) => {
    const input = parseInput(newApiKeyForm, form);
    const { key } = await createOwnApiKey(ctx, input);
    return { created: { name: input.name, key } };
  });
}

export const clientAction = sendForm<typeof action>('account-change-failed');

/** A key that is shown must not disappear because the proof has become too old. */
export function shouldRevalidate() {
  return false;
}

const noChecks = {};

const highNames = (scopes: readonly ApiKeyScope[]) =>
  scopes
    .filter(isHighApiKeyScope)
    .map((scope) => apiKeyScopeTexts[scope].name)
    .join(', ');

/** Asks for the name, scopes and end of a new API key, then shows the key. */
export default function NewApiKey({ loaderData, actionData }: Route.ComponentProps) {
  const { data: lastData, failure } = useFormResult(actionData);
  const pending = usePending();
  const back = { to: '/settings/applications', label: 'Back to applications' };
  if (lastData && 'created' in lastData) {
    const { name, key } = lastData.created;
    return (
      <Page width="form">
        <PageHeader title="Your new API key" back={back} />
        <div className="grid justify-items-start gap-6">
          <Alert tone="success">
            Copy the key ‘<bdi>{name}</bdi>’ now. It is not shown again.
          </Alert>
          <code className="panel w-full p-4 wrap-anywhere select-all">{key}</code>
          <ButtonLink to="/settings/applications">Done</ButtonLink>
        </div>
      </Page>
    );
  }
  return (
    <Page width="form">
      <PageHeader
        title="New API key"
        intro="A program with the key acts as you, as far as you allow it here."
        back={back}
      />
      <section className="panel p-6 sm:p-8">
        <AccountForm failure={failure} checks={noChecks}>
          {failure?.needsProof && <ProofLink next="/settings/applications/new-key" />}
          <IdempotencyKey value={loaderData.key} />
          <TextField
            label="Name"
            name="name"
            autoComplete="off"
            required
            maxLength={apiSessionConstants.apiKeyNameMax}
            defaultValue={loaderData.typed}
            hint="Such as the program that uses it."
          />
          <ScopeFields offered={loaderData.offered} chosen={defaultApiKeyScopes} />
          <KeyEndField />
          {loaderData.offered.length > defaultApiKeyScopes.length && (
            <p className="text-sm text-muted">
              Keys with the scopes {highNames(loaderData.offered)} are in the log of admins, and so
              is their use. They never allow more than you may yourself.
            </p>
          )}
          <Button block pending={pending}>
            Create key
          </Button>
        </AccountForm>
      </section>
    </Page>
  );
}
