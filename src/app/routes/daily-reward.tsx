import { randomUUID } from 'node:crypto';
import type { ShouldRevalidateFunctionArgs } from 'react-router';
import { loadGuarded, parse } from '#app/door.ts';
import { actOnForm, formHeaders } from '#app/form-action.ts';
import { screenHead } from '#app/page-head.ts';
import { reachServer } from '#app/reach-server.ts';
import { claimDailyReward } from '#domain/money/claim-daily-reward.ts';
import { getDailyReward } from '#domain/money/get-daily-reward.ts';
import { keyedInput } from '#shared/inputs/money.ts';
import { formatMoney } from '#shared/money.ts';
import { DailyRewardForm } from '../components/money/daily-reward-form.tsx';
import { Page, PageHeader } from '../components/page.tsx';
import type { Route } from './+types/daily-reward';

export const meta: Route.MetaFunction = () => screenHead('Daily reward');

export const handle = { failure: 'Failed to load the daily reward.' };

export async function loader(args: Route.LoaderArgs) {
  return loadGuarded(args, async (ctx) => ({
    reward: await getDailyReward(ctx),
    key: randomUUID(),
  }));
}

export const headers = formHeaders;

export async function action(args: Route.ActionArgs) {
  return actOnForm(args, 'reward-failed', async (ctx, form) => {
    const { amount, balance } = await claimDailyReward(ctx, parse(keyedInput, form));
    return { claimed: amount, balance };
  });
}

export function clientAction(args: Route.ClientActionArgs) {
  return reachServer(args, 'reward-failed');
}

// A refusal here means that the reward was claimed elsewhere: the page shows that too.
export const shouldRevalidate = ({ actionStatus = 200 }: ShouldRevalidateFunctionArgs) =>
  actionStatus < 500;

export default function DailyReward({ loaderData, actionData }: Route.ComponentProps) {
  const { reward, key } = loaderData;
  return (
    <Page width="form">
      <PageHeader
        title="Daily reward"
        lead={`${formatMoney(reward.amount)} once each calendar day (UTC).`}
        back={{ to: '/profile', label: 'Back to profile' }}
      />
      <DailyRewardForm
        reward={{ ...reward, claimed: !reward.claimable, formKey: key }}
        earlier={actionData}
      />
    </Page>
  );
}
