import { randomUUID } from 'node:crypto';
import { data } from 'react-router';
import { loadGuarded, parse } from '#app/door.ts';
import { actOnForm, formHeaders } from '#app/form-action.ts';
import { screenHead } from '#app/page-head.ts';
import { reachServer } from '#app/reach-server.ts';
import { canTopUp } from '#domain/accounts/require-actor.ts';
import { addMoney } from '#domain/money/add-money.ts';
import { addMoneyInput } from '#shared/inputs/money.ts';
import { refusals } from '#shared/refusals.ts';
import { ButtonLink } from '../components/button.tsx';
import { AddMoneyForm } from '../components/money/add-money-form.tsx';
import { Notice } from '../components/notice.tsx';
import { Page, PageHeader } from '../components/page.tsx';
import type { Route } from './+types/add-money';

export const meta: Route.MetaFunction = () => screenHead('Add Money');

export const handle = { failure: 'Failed to load the form.' };

export async function loader(args: Route.LoaderArgs) {
  return loadGuarded(args, async (_ctx, actor) => {
    const form = { key: randomUUID(), balance: actor.balance };
    if (canTopUp(actor)) return { ...form, refused: null };
    const { text, status } = refusals['guest-not-allowed'];
    return data({ ...form, refused: text }, { status });
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
  if (loaderData.refused) {
    return (
      <Page width="form">
        <PageHeader title="Add Money" back={{ to: '/profile', label: 'Back to profile' }} />
        <div className="grid justify-items-start gap-6">
          <Notice tone="failure">{loaderData.refused}</Notice>
          <ButtonLink to="/register?next=%2Fadd-money">Register</ButtonLink>
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
        earlierAnswer={actionData}
      />
    </Page>
  );
}
