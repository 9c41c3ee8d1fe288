import { useEffect } from 'react';
import { data } from 'react-router';
import { beginSignOn } from '#domain/accounts/sign-on/begin-sign-on.ts';
import { requireSignOn } from '#domain/accounts/sign-on/sign-on-settings.ts';
import { toSafePath } from '#shared/format/paths/resolve-within-site.ts';
import { signOnForm } from '#shared/schemas/accounts/sign-on.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { type FormError, useFormError } from '#web/lib/actions/form-error.ts';
import { runLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { sendForm } from '#web/lib/actions/submit-to-server.ts';
import { useLastActionData } from '#web/lib/actions/use-last-action-data.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { FailedFormContext } from '#web/ui/forms/failed-form.ts';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { CodeField } from '../components/code-field.tsx';
import { SignOnButton } from '../components/sign-on-button.tsx';
import type { Route } from './+types/sign-on';

export const headers = formHeaders;

export const meta: Route.MetaFunction = ({ matches }) => noIndexHead('Single sign-on', matches);

export const handle = { failure: 'Failed to load the login.' };

export async function loader(args: Route.LoaderArgs) {
  return runLoader(args, async (ctx) => ({ text: requireSignOn(ctx).buttonText }));
}

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'login-failed', async (ctx, form) => {
    const input = parseInput(signOnForm, form);
    const next = toSafePath(form.get('next'));
    const { url, cookie } = await beginSignOn(ctx, { ...input, next });
    return data({ providerUrl: url }, { headers: { 'Set-Cookie': cookie } });
  });
}

export const clientAction = sendForm<typeof action>('login-failed');

/**
 * Leads on to the provider, and says what went wrong otherwise. The page does it and not a redirect, because
 * the content security policy lets no form lead to another site.
 */
export default function SignOn({ loaderData, actionData }: Route.ComponentProps) {
  const latest = useLastActionData(actionData);
  const failure = useFormError(latest);
  const url = latest && 'providerUrl' in latest ? latest.providerUrl : null;
  return (
    <Page width="form">
      <PageHeader title="Single sign-on" back={{ to: '/login', label: 'Back to login' }} />
      <section className="panel grid gap-6 p-6 sm:p-8">
        {url === null ? (
          <Start text={loaderData.text} failure={failure} />
        ) : (
          <Continue key={url} url={url} />
        )}
      </section>
    </Page>
  );
}

function Start({ text, failure }: { text: string; failure: FormError | null }) {
  const typed = failure?.typed.purpose;
  const purpose = typed === 'link' || typed === 'proof' ? typed : 'login';
  const next = toSafePath(failure?.typed.next);
  const proofPath = `/settings/proof?${new URLSearchParams({ next })}`;
  return (
    <>
      {failure && (
        <Alert
          tone="failure"
          action={
            failure.needsProof && (
              <ButtonLink to={proofPath} size="sm">
                Continue
              </ButtonLink>
            )
          }
        >
          {failure.message}
        </Alert>
      )}
      {!failure?.needsProof && (
        <FailedFormContext value={failure}>
          <SignOnButton
            text={failure ? 'Try again' : text}
            purpose={purpose}
            next={next}
            variant="primary"
            block
          >
            {failure?.fields.code && <CodeField takesFocus />}
          </SignOnButton>
        </FailedFormContext>
      )}
    </>
  );
}

function Continue({ url }: { url: string }) {
  // In place of this page, so that the browser's Back leads to the page before it.
  useEffect(() => window.location.replace(url), [url]);
  return (
    <>
      <noscript>
        <meta httpEquiv="refresh" content={`0;url=${url}`} />
      </noscript>
      <p role="status">You are taken to the single sign-on provider.</p>
      <p>
        <a href={url} rel="noreferrer" className="text-link">
          Continue
        </a>
      </p>
    </>
  );
}
