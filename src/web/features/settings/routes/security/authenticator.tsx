import { readFactors } from '#domain/accounts/factors/second-factor.ts';
import { confirmTotp, readTotpSetUp, setUpTotp } from '#domain/accounts/factors/set-up-totp.ts';
import { codeChecks } from '#shared/schemas/accounts/account-fields.ts';
import { codeInput } from '#shared/schemas/accounts/accounts.ts';
import { authenticatorForm } from '#shared/schemas/accounts/security.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { AccountForm, CodeField } from '#web/features/accounts/public.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import type { FormError } from '#web/lib/actions/form-error.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { sendForm } from '#web/lib/actions/submit-to-server.ts';
import { useFormResult } from '#web/lib/actions/use-form-result.ts';
import { drawQrCode } from '#web/lib/qr-code.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { ActionForm } from '#web/ui/forms/action-form.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { FactorFailure } from '../../components/factor-failure.tsx';
import { RecoveryCodes } from '../../components/recovery-codes.tsx';
import type { Route } from './+types/authenticator';

export const meta: Route.MetaFunction = ({ matches }) =>
  noIndexHead('Set up an authenticator app', matches);

export const handle = { failure: 'Failed to load your settings.' };

const path = '/settings/security/authenticator';

export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx, { id }) => {
    const setUp = await readTotpSetUp(ctx);
    const { hasTotp } = await readFactors(ctx.db, id);
    if (!setUp) return { hasTotp, setUp: null };
    // In groups of four, which are easier to type.
    const secret = setUp.secret.replace(/(.{4})(?=.)/g, '$1 ');
    return { hasTotp, setUp: { secret, qrCode: drawQrCode(setUp.uri) } };
  });
}

export const headers = formHeaders;

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'factor-failed', async (ctx, form) => {
    if (parseInput(authenticatorForm, form).intent === 'start') {
      await setUpTotp(ctx);
      throw redirect(path);
    }
    const codes = await confirmTotp(ctx, parseInput(codeInput, form));
    if (codes === null) throw redirect('/settings/security');
    return { codes };
  });
}

export const clientAction = sendForm<typeof action>('factor-failed');

/** Sets up an authenticator app: explanation, QR code and first code, recovery codes. */
export default function Authenticator({ loaderData, actionData }: Route.ComponentProps) {
  const { data: latest, failure } = useFormResult(actionData);
  const { hasTotp, setUp } = loaderData;
  const codes = latest && 'codes' in latest ? latest.codes : null;
  return (
    <Page width="form">
      <PageHeader
        title={codes ? 'Two-factor authentication is on' : 'Set up an authenticator app'}
        back={{ to: '/settings/security', label: 'Back to sign-in settings' }}
      />
      {codes ? (
        <div className="grid gap-6">
          <RecoveryCodes codes={codes} />
          <div className="print:hidden">
            <ButtonLink to="/settings/security">I have saved them</ButtonLink>
          </div>
        </div>
      ) : hasTotp ? (
        <Alert>You already have an authenticator app. Remove it before you set up another.</Alert>
      ) : (
        <div className="panel grid gap-6 p-6 sm:p-8">
          {failure && !setUp && <FactorFailure failure={failure} next={path} />}
          {setUp ? (
            <>
              <QrCodePanel {...setUp} />
              <ConfirmForm failure={failure} />
            </>
          ) : (
            <StartForm />
          )}
        </div>
      )}
    </Page>
  );
}

function StartForm() {
  return (
    <ActionForm intent="start" button="Show the QR code" block scrolls>
      <p>
        You need an app that shows codes, such as the password manager of your phone, Aegis, Ente
        Auth, 2FAS or Google Authenticator.
      </p>
    </ActionForm>
  );
}

type SetUp = NonNullable<Route.ComponentProps['loaderData']['setUp']>;

function QrCodePanel({ secret, qrCode: { size, path: squares } }: SetUp) {
  return (
    <div className="grid justify-items-center gap-5">
      <p className="justify-self-start">1. Scan this QR code with your app.</p>
      <svg
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label="QR code of your authenticator app"
        shapeRendering="crispEdges"
        className="w-full max-w-56 rounded-md"
      >
        <path d={`M0 0h${size}v${size}h-${size}z`} className="fill-scan-light" />
        <path d={squares} className="fill-scan-dark" />
      </svg>
      <div className="grid gap-1 justify-self-stretch">
        <p className="text-sm text-muted">Or type this key into the app:</p>
        <p className="rounded-md bg-raised px-3 py-2 font-mono wrap-anywhere select-all">
          {secret}
        </p>
      </div>
    </div>
  );
}

function ConfirmForm({ failure }: { failure: FormError | null }) {
  const pending = usePending({ intent: 'confirm' });
  return (
    <div className="grid gap-4">
      <p>2. Enter the code that the app shows now.</p>
      <AccountForm failure={failure} checks={codeChecks}>
        <input type="hidden" name="intent" value="confirm" />
        <CodeField />
        <Button block pending={pending}>
          Turn on
        </Button>
      </AccountForm>
    </div>
  );
}
