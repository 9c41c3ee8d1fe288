import { data, type HeadersFunction } from 'react-router';
import { completeSignOn } from '#domain/accounts/sign-on/complete-sign-on.ts';
import { clearSignOnCookie } from '#domain/accounts/sign-on/sign-on-cookie.ts';
import type { Ctx } from '#domain/context.ts';
import { type AppError, isAppError } from '#shared/errors/app-error.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { runLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { chooseFactorMethod, factorPath } from '../components/factor-path.ts';
import type { Route } from './+types/sign-on-callback';

export const meta: Route.MetaFunction = ({ matches }) => [
  ...noIndexHead('Single sign-on', matches),
  // The URL contains a code of the provider.
  { name: 'referrer', content: 'no-referrer' },
];

export const handle = { failure: 'Failed to load the login.' };

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

/** The page to which the provider sends the browser back. Without an error it leads on. */
export async function loader(args: Route.LoaderArgs) {
  return runLoader(args, async (ctx, url) => {
    try {
      const { outcome, cookies, next } = await completeSignOn(ctx, url.search);
      const path =
        outcome === 'done'
          ? next
          : outcome === 'sign-up'
            ? '/login/sign-on/username'
            : factorPath(chooseFactorMethod(outcome.factors), next);
      throw redirect(path, { headers: toHeaders(ctx, cookies) });
    } catch (error) {
      if (!isAppError(error)) throw error;
      if (error.code === 'proof-required') {
        const search = new URLSearchParams({ next: '/settings/security/sign-on' });
        throw redirect(`/settings/proof?${search}`, { headers: toHeaders(ctx, []) });
      }
      return data(toView(ctx, error), { status: error.status, headers: toHeaders(ctx, []) });
    }
  });
}

/** Each answer ends the sign-on, so its cookie is deleted. */
function toHeaders(ctx: Ctx, cookies: readonly string[]): Headers {
  const responseHeaders = new Headers();
  for (const cookie of [...cookies, clearSignOnCookie(ctx, 'sign-on')]) {
    responseHeaders.append('Set-Cookie', cookie);
  }
  return responseHeaders;
}

function toView({ actor }: Ctx, { message }: AppError) {
  const isPlayer = actor !== null && actor.role !== 'guest';
  return { message, isPlayer };
}

/** Why a sign-on failed. */
export default function SignOnCallback({
  loaderData: { message, isPlayer },
}: Route.ComponentProps) {
  return (
    <Page width="form">
      <PageHeader title="Single sign-on" />
      <div className="grid justify-items-start gap-6">
        <Alert tone="failure">{message}</Alert>
        <ButtonLink to={isPlayer ? '/settings/security' : '/login'}>
          {isPlayer ? 'To sign-in settings' : 'Back to login'}
        </ButtonLink>
      </div>
    </Page>
  );
}
