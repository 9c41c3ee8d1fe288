import { randomUUID } from 'node:crypto';
import type { ShouldRevalidateFunctionArgs } from 'react-router';
import { claimDailyReward } from '#domain/wallet/claim-daily-reward.ts';
import { getDailyReward } from '#domain/wallet/get-daily-reward.ts';
import { formatMoney } from '#shared/format/money.ts';
import { keyedInput } from '#shared/schemas/wallet.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { parse, runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { submitToServer } from '#web/lib/actions/submit-to-server.ts';
import { screenHead } from '#web/lib/seo/page-head.ts';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { DailyRewardForm } from '../components/daily-reward-form.tsx';
import type { Route } from './+types/daily-reward';

export const meta: Route.MetaFunction = () => screenHead('Daily reward');

export const handle = { failure: 'Failed to load the daily reward.' };

export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx) => ({
    reward: await getDailyReward(ctx),
    key: randomUUID(),
  }));
}

export const headers = formHeaders;

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'reward-failed', async (ctx, form) => {
    const { amount, balance } = await claimDailyReward(ctx, parse(keyedInput, form));
    return { claimed: amount, balance };
  });
}

export function clientAction(args: Route.ClientActionArgs) {
  return submitToServer(args, 'reward-failed');
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
