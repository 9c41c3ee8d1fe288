import { Link } from 'react-router';
import { type RedeemResult, redeemCode } from '#domain/codes/redeem-code.ts';
import { codeConstants } from '#shared/constants/codes.ts';
import { formatCode, readCode } from '#shared/format/codes.ts';
import { redeemInput, redeemQuery } from '#shared/schemas/codes.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { runLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { sendForm } from '#web/lib/actions/submit-to-server.ts';
import { useFormResult } from '#web/lib/actions/use-form-result.ts';
import { IdempotencyKey } from '#web/lib/idempotency-key.tsx';
import { createFormKey } from '#web/lib/rendering-cache/values-of-request.ts';
import { useViewer } from '#web/lib/root-data.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { groupPath } from '#web/paths/groups.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { ActionForm } from '#web/ui/forms/action-form.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { useNumbers } from '#web/ui/texts/numbers.ts';
import type { Route } from './+types/redeem';

export const headers = formHeaders;

export const meta: Route.MetaFunction = ({ matches }) => noIndexHead('Redeem a code', matches);

export const handle = { failure: 'Failed to load the form.' };

/**
 * The code of a link only fills the field: nothing is redeemed before the form is sent. It is in the query, because the
 * log has the paths of requests.
 */
export async function loader(args: Route.LoaderArgs) {
  return runLoader(args, async (ctx, url) => {
    const { code } = redeemQuery.parse({ code: url.searchParams.get('code') });
    return { code: formatCode(readCode(code) ?? ''), key: createFormKey(ctx) };
  });
}

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'redeem-failed', async (ctx, form) => {
    const input = parseInput(redeemInput, form);
    const redeemed = await redeemCode(ctx, input);
    if (redeemed.kind === 'invitation') {
      const code = formatCode(readCode(input.code) ?? '');
      throw redirect(`/register?invitation=${encodeURIComponent(code)}`);
    }
    return { redeemed };
  });
}

export const clientAction = sendForm<typeof action>('redeem-failed');

/** The form that redeems a code. */
export default function Redeem({ loaderData, actionData }: Route.ComponentProps) {
  const { data, failure } = useFormResult(actionData);
  const viewer = useViewer();
  const { code, key } = loaderData;
  const next = encodeURIComponent(code ? `/redeem?code=${code}` : '/redeem');
  const isPlayer = viewer && viewer.role !== 'guest';
  return (
    <Page width="form">
      <PageHeader
        title="Redeem a code"
        intro="Type the code that you were given, or scan its QR code."
      />
      <div className="grid gap-6">
        {!isPlayer && (
          <Alert
            action={
              <ButtonLink to={`${viewer ? '/register' : '/login'}?next=${next}`} size="sm">
                {viewer ? 'Register' : 'Log in'}
              </ButtonLink>
            }
          >
            {viewer ? 'Register' : 'Log in'} first to redeem a code. Only an invitation to register
            works without that.
          </Alert>
        )}
        {data && 'redeemed' in data && <RedeemedAlert redeemed={data.redeemed} />}
        <ActionForm
          // A new form after a code was redeemed, so that its field is empty.
          key={data && 'redeemed' in data ? key : 'typed'}
          failure={failure}
          hasMessage="without-field"
          button="Redeem"
          block
          className="panel grid gap-6 p-6 sm:p-8"
        >
          <IdempotencyKey value={key} />
          <TextField
            label="Code"
            name="code"
            required
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={codeConstants.typedMax}
            defaultValue={data && 'redeemed' in data ? '' : code}
            hint="20 letters and digits, such as ABCD-2345-6789-ABCD-2345. Capital letters and dashes do not matter."
          />
        </ActionForm>
      </div>
    </Page>
  );
}

type Gift = Exclude<RedeemResult, { kind: 'invitation' }>;

function RedeemedAlert({ redeemed }: { redeemed: Gift }) {
  const { formatMoney } = useNumbers();
  switch (redeemed.kind) {
    case 'money':
      return (
        <Alert tone="success" action={<Link to="/profile/wallet">See your wallet</Link>}>
          {formatMoney(redeemed.amount)} added. Your balance is {formatMoney(redeemed.balance)}.
        </Alert>
      );
    case 'game':
      return (
        <Alert tone="success" action={<Link to={`/game-info/${redeemed.gameId}`}>Open it</Link>}>
          You own <bdi>{redeemed.game}</bdi> now.
        </Alert>
      );
    case 'group':
      return (
        <Alert tone="success" action={<Link to={groupPath(redeemed.groupId)}>See the group</Link>}>
          You are a member of <bdi>{redeemed.group}</bdi> now.
        </Alert>
      );
    case 'card':
      return (
        <Alert
          tone="success"
          action={<Link to={`/collection/${redeemed.gameId}`}>See your cards</Link>}
        >
          You got the card <bdi>{redeemed.card}</bdi> of <bdi>{redeemed.game}</bdi>.
        </Alert>
      );
  }
}
