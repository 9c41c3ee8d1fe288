import { getOwnEmail } from '#domain/accounts/emails/pending-email-change.ts';
import { requestEmailChange } from '#domain/accounts/emails/request-email-change.ts';
import { requireFreshProof } from '#domain/accounts/sessions/fresh-proof.ts';
import { registerChecks } from '#shared/schemas/accounts/account-fields.ts';
import { emailChangeInput } from '#shared/schemas/accounts/accounts.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { AccountForm, EmailField } from '#web/features/accounts/public.ts';
import { formHeaders } from '#web/lib/actions/form-action.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { runFormActionWithProof } from '#web/lib/actions/run-form-action-with-proof.ts';
import { runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { sendForm } from '#web/lib/actions/submit-to-server.ts';
import { readTypedTexts } from '#web/lib/actions/typed-texts-cookie.ts';
import { useFormResult } from '#web/lib/actions/use-form-result.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { Button } from '#web/ui/button.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { ProofLink } from '#web/ui/proof-link.tsx';
import type { Route } from './+types/change-email';

export const headers = formHeaders;

export const meta: Route.MetaFunction = ({ matches }) => noIndexHead('Change email', matches);

export const handle = { failure: 'Failed to load your settings.' };

export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx, actor) => {
    const { email } = await getOwnEmail(ctx);
    await requireFreshProof(ctx);
    const typed = readTypedTexts(args.request, actor).email;
    return { email, typed, isMailed: ctx.accounts.mailer.canDeliver };
  });
}

export async function action(args: Route.ActionArgs) {
  return runFormActionWithProof(args, 'account-change-failed', ['email'], async (ctx, form) => {
    const hasChanged = await requestEmailChange(ctx, parseInput(emailChangeInput, form));
    throw redirect(hasChanged ? '/settings/account?changed=email' : '/settings/account');
  });
}

export const clientAction = sendForm<typeof action>('account-change-failed');

/** The form with a typed email stays when the proof is too old by then; another load would ask first. */
export function shouldRevalidate() {
  return false;
}

const checks = { email: registerChecks.email };

/** Asks for a new email address. */
export default function ChangeEmail({ loaderData, actionData }: Route.ComponentProps) {
  const { failure } = useFormResult(actionData);
  const pending = usePending();
  return (
    <Page width="form">
      <PageHeader
        title="Change email"
        back={{ to: '/settings/account', label: 'Back to account settings' }}
      />
      <section className="panel grid gap-5 p-6 sm:p-8">
        <p>
          Your email is <strong className="wrap-anywhere">{loaderData.email}</strong>.
        </p>
        <AccountForm failure={failure} checks={checks}>
          {failure?.needsProof && <ProofLink next="/settings/account/email" />}
          <EmailField
            label="New email"
            initialValue={loaderData.typed}
            hint={
              loaderData.isMailed
                ? 'We mail a link to it, and tell your present email.'
                : 'It changes at once.'
            }
          />
          <Button block pending={pending}>
            Change email
          </Button>
        </AccountForm>
      </section>
    </Page>
  );
}
