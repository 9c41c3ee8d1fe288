import type { ShouldRevalidateFunctionArgs } from 'react-router';
import { claimDailyReward } from '#domain/wallet/claim-daily-reward.ts';
import { getDailyReward } from '#domain/wallet/get-daily-reward.ts';
import { keyedInput } from '#shared/schemas/fields/idempotency-key.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { sendForm } from '#web/lib/actions/submit-to-server.ts';
import { useLastActionData } from '#web/lib/actions/use-last-action-data.ts';
import { createFormKey } from '#web/lib/rendering-cache/values-of-request.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { useNumbers } from '#web/ui/texts/numbers.ts';
import { DailyRewardForm } from '../components/daily-reward-form.tsx';
import type { Route } from './+types/daily-reward';

export const meta: Route.MetaFunction = ({ matches }) => noIndexHead('Daily reward', matches);

export const handle = { failure: 'Failed to load the daily reward.' };

export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx) => ({
    reward: await getDailyReward(ctx),
    key: createFormKey(ctx),
  }));
}

export const headers = formHeaders;

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'reward-failed', async (ctx, form) => {
    const { amount, balance } = await claimDailyReward(ctx, parseInput(keyedInput, form));
    return { claimed: amount, balance };
  });
}

export const clientAction = sendForm<typeof action>('reward-failed');

// An error below 500 means that the reward was claimed elsewhere; the page then shows that.
export const shouldRevalidate = ({ actionStatus = 200 }: ShouldRevalidateFunctionArgs) =>
  actionStatus < 500;

export default function DailyReward({ loaderData, actionData: latestData }: Route.ComponentProps) {
  const { formatMoney } = useNumbers();
  const actionData = useLastActionData(latestData);
  const { reward, key } = loaderData;
  return (
    <Page width="form">
      <PageHeader
        title="Daily reward"
        intro={`${formatMoney(reward.amount)} once each calendar day (UTC).`}
        back={{ to: '/profile', label: 'Back to profile' }}
      />
      <DailyRewardForm
        reward={{ ...reward, claimed: !reward.claimable, formKey: key }}
        initialResult={actionData}
      />
    </Page>
  );
}
