import { randomUUID } from 'node:crypto';
import { loadGuarded, parse } from '#app/door.ts';
import { actOnForm, formHeaders } from '#app/form-action.ts';
import { screenHead } from '#app/page-head.ts';
import { reachServer } from '#app/reach-server.ts';
import { canTopUp } from '#domain/accounts/require-actor.ts';
import { addMoney } from '#domain/money/add-money.ts';
import { addMoneyInput } from '#shared/inputs/money.ts';
import { Refusal } from '#shared/refusals.ts';
import { AddMoneyForm } from '../components/money/add-money-form.tsx';
import { Page, PageHeader } from '../components/page.tsx';
import type { Route } from './+types/add-money';

export const meta: Route.MetaFunction = () => screenHead('Add Money');

export async function loader(args: Route.LoaderArgs) {
  return loadGuarded(args, async (_ctx, actor) => {
    if (!canTopUp(actor)) throw new Refusal('guest-not-allowed');
    return { key: randomUUID(), balance: actor.balance };
  });
}

export const headers = formHeaders;

export async function action(args: Route.ActionArgs) {
  return actOnForm(args, 'top-up-failed', async (ctx, form) => {
    const added = await addMoney(ctx, parse(addMoneyInput, form));
    return { added: added.amount };
  });
}

export function clientAction(args: Route.ClientActionArgs) {
  return reachServer(args, 'top-up-failed');
}

/** The dialog's form as a page of its own, for a browser without script. */
export default function AddMoney({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <Page width="form">
      <PageHeader title="Add Money" back={{ to: '/profile', label: 'Back to profile' }} />
      <AddMoneyForm
        formKey={loaderData.key}
        balance={loaderData.balance}
        earlierAnswer={actionData}
      />
    </Page>
  );
}
