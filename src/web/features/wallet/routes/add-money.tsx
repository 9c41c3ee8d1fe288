import { data } from 'react-router';
import { canTopUp } from '#domain/permissions/require-actor.ts';
import { getRules } from '#domain/site/current-rules.ts';
import { addMoney } from '#domain/wallet/add-money.ts';
import { accessErrors } from '#shared/errors/access.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { addMoneyInput } from '#shared/schemas/wallet.ts';
import { RegisterButton } from '#web/features/accounts/public.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { sendForm } from '#web/lib/actions/submit-to-server.ts';
import { useLastActionData } from '#web/lib/actions/use-last-action-data.ts';
import { createFormKey } from '#web/lib/rendering-cache/values-of-request.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { AddMoneyForm } from '../components/add-money-form.tsx';
import type { Route } from './+types/add-money';

export const meta: Route.MetaFunction = ({ matches }) => noIndexHead('Add Money', matches);

export const handle = { failure: 'Failed to load the form.' };

export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx, actor) => {
    const { topUpSingleCents: maxCents } = await getRules(ctx);
    const form = { key: createFormKey(ctx), balance: actor.balance, maxCents };
    if (canTopUp(actor)) return { ...form, guestError: null };
    const { text, status } = accessErrors['guest-not-allowed'];
    return data({ ...form, guestError: text }, { status });
  });
}

export const headers = formHeaders;

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'top-up-failed', async (ctx, form) => {
    const { topUpSingleCents } = await getRules(ctx);
    const added = await addMoney(ctx, parseInput(addMoneyInput(topUpSingleCents), form));
    return { added: added.amount };
  });
}

export const clientAction = sendForm<typeof action>('top-up-failed');

/** The form of the dialog as a page, for browsers without scripts. */
export default function AddMoney({ loaderData, actionData: latestData }: Route.ComponentProps) {
  const actionData = useLastActionData(latestData);
  if (loaderData.guestError) {
    return (
      <Page width="form">
        <PageHeader title="Add Money" back={{ to: '/profile', label: 'Back to profile' }} />
        <div className="grid justify-items-start gap-6">
          <Alert tone="failure">{loaderData.guestError}</Alert>
          <RegisterButton next="/add-money">Register</RegisterButton>
        </div>
      </Page>
    );
  }
  return (
    <Page width="form">
      <PageHeader title="Add Money" back={{ to: '/profile', label: 'Back to profile' }} />
      <AddMoneyForm
        formKey={loaderData.key}
        balance={loaderData.balance}
        maxCents={loaderData.maxCents}
        initialResult={actionData}
      />
    </Page>
  );
}
