import { requireFreshProof } from '#domain/accounts/sessions/fresh-proof.ts';
import { listIdentities } from '#domain/accounts/sign-on/identities.ts';
import { unlinkIdentity } from '#domain/accounts/sign-on/link-identity.ts';
import { requireSignOn } from '#domain/accounts/sign-on/sign-on-settings.ts';
import { requirePlayer } from '#domain/permissions/require-actor.ts';
import { signOnConstants } from '#shared/constants/accounts/sign-on.ts';
import { unlinkForm, unlinkQuery } from '#shared/schemas/accounts/sign-on.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { SignOnButton } from '#web/features/accounts/public.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { sendForm } from '#web/lib/actions/submit-to-server.ts';
import { useFormResult } from '#web/lib/actions/use-form-result.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { RemovalDialog } from '#web/ui/confirmation-dialog.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { DateTime } from '#web/ui/texts/date-time.tsx';
import { FactorFailure } from '../../components/factor-failure.tsx';
import type { Route } from './+types/sign-on-settings';

export const headers = formHeaders;

export const meta: Route.MetaFunction = ({ matches }) => noIndexHead('Single sign-on', matches);

export const handle = { failure: 'Failed to load your settings.' };

const path = '/settings/security/sign-on';

export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx, _actor, url) => {
    const { id, heldRole: role } = requirePlayer(ctx);
    const { buttonText, issuer, roleClaim } = requireSignOn(ctx);
    const { remove } = parseInput(unlinkQuery, url.searchParams);
    // Asked before the question, so that its answer does not lead to another page.
    if (remove !== null) await requireFreshProof(ctx);
    const identities = await listIdentities(ctx.db, id);
    return {
      buttonText,
      host: new URL(issuer).host,
      // Who adds an identity may lose a role by it.
      roleAtRisk: roleClaim && role !== 'player' ? role : null,
      removing: identities.find((identity) => identity.id === remove) ?? null,
      identities: identities.map((identity) => ({
        ...identity,
        host: new URL(identity.issuer).host,
        isUsable: identity.issuer === issuer,
      })),
    };
  });
}

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'factor-failed', async (ctx, form) => {
    const { identity } = parseInput(unlinkForm, form);
    await unlinkIdentity(ctx, { id: identity });
    throw redirect(path);
  });
}

export const clientAction = sendForm<typeof action>('factor-failed');

/** The identities of single sign-on that belong to the account. */
export default function SignOnSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { host, identities, removing, roleAtRisk } = loaderData;
  const { failure } = useFormResult(actionData);
  return (
    <Page width="form">
      <PageHeader
        title="Single sign-on"
        intro={`Log in here with your account at ${host}.`}
        back={{ to: '/settings/security', label: 'Back to sign-in settings' }}
      />
      <section className="panel grid gap-6 p-6 sm:p-8">
        {failure && <FactorFailure failure={failure} next={path} />}
        {identities.length > 0 ? (
          <ul className="grid gap-1">
            {identities.map((identity) => (
              <IdentityRow key={identity.id} {...identity} />
            ))}
          </ul>
        ) : (
          <p>Your account has no identity yet.</p>
        )}
        {roleAtRisk && (
          <Alert>
            At each login by single sign-on the provider decides about your role. Without its word
            you are no {roleAtRisk} any more.
          </Alert>
        )}
        {identities.length < signOnConstants.perAccount && (
          <SignOnButton
            text={identities.length > 0 ? 'Add another identity' : 'Add an identity'}
            purpose="link"
            next={path}
            variant={identities.length > 0 ? 'quiet' : 'primary'}
            block
          />
        )}
      </section>
      <RemovalDialog
        open={removing !== null}
        title="Remove this identity?"
        path={path}
        values={{ identity: removing?.id ?? '' }}
        button="Remove"
      >
        <p>
          <span className="font-medium wrap-anywhere">{removing?.name}</span> can no longer log in
          to your account.
        </p>
      </RemovalDialog>
    </Page>
  );
}

type IdentityRowProps = Route.ComponentProps['loaderData']['identities'][number];

function IdentityRow({ id, name, host, isUsable, createdAt, lastUsedAt }: IdentityRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3 first:border-t-0 first:pt-0">
      <div className="grid min-w-0 flex-1 basis-52">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-sm wrap-anywhere text-muted">
          {host} ·{' '}
          {!isUsable ? (
            'not used by this site any more'
          ) : lastUsedAt ? (
            <>
              last login <DateTime value={lastUsedAt} format="date" />
            </>
          ) : (
            <>
              added <DateTime value={createdAt} format="date" />
            </>
          )}
        </p>
      </div>
      <ButtonLink
        to={`${path}?remove=${id}`}
        variant="quiet"
        size="sm"
        preventScrollReset
        aria-label={`Remove ${name}`}
      >
        Remove
      </ButtonLink>
    </li>
  );
}
