import { Form } from 'react-router';
import { unsubscribe } from '#domain/notifications/mail/unsubscribe.ts';
import {
  readUnsubscribeToken,
  type UnsubscribeScope,
} from '#domain/notifications/mail/unsubscribe-token.ts';
import { notificationKindLabels } from '#shared/constants/notifications/notification-kinds.ts';
import { accountErrors } from '#shared/errors/accounts.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { unsubscribeInput } from '#shared/schemas/settings/notification-settings.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { useFormError } from '#web/lib/actions/form-error.ts';
import { runLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { useLastActionData } from '#web/lib/actions/use-last-action-data.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import type { Route } from './+types/unsubscribe';

export const headers = formHeaders;

export const meta: Route.MetaFunction = ({ matches }) => [
  ...noIndexHead('Unsubscribe', matches),
  // The URL contains the token, so other sites must not receive it as the referrer.
  { name: 'referrer', content: 'same-origin' },
];

export const handle = { failure: 'Failed to load this link.' };

/** Opening the link changes nothing, because mail programs open links by themselves. */
export async function loader(args: Route.LoaderArgs) {
  return runLoader(args, async (ctx, url) => {
    const token = url.searchParams.get('token')?.slice(0, 200) ?? '';
    const found = await readUnsubscribeToken(ctx.keys, token);
    const problem = found ? null : accountErrors['bad-unsubscribe-link'].text;
    return { scope: found?.scope ?? null, problem };
  });
}

/**
 * The button of the page, or the one request of a mail program (RFC 8058), which has no cookies. The token is in
 * the URL in both cases.
 */
export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'settings-failed', async (ctx) => {
    const { searchParams } = new URL(args.request.url);
    const scope = await unsubscribe(ctx, parseInput(unsubscribeInput, searchParams));
    return { ended: scope };
  });
}

/** The page of the link that ends mails about notifications. */
export default function Unsubscribe({ loaderData, actionData: latestData }: Route.ComponentProps) {
  const actionData = useLastActionData(latestData);
  const failure = useFormError(actionData);
  const pending = usePending();
  const ended = actionData && 'ended' in actionData ? actionData.ended : null;
  const { scope } = loaderData;
  const problem = failure?.message ?? loaderData.problem;
  return (
    <Page width="form">
      <PageHeader title="Unsubscribe" />
      <div className="grid justify-items-start gap-6">
        {problem && <Alert tone="failure">{problem}</Alert>}
        {ended && <Alert tone="success">You get no more mails: {describeScope(ended)}.</Alert>}
        {!ended && !problem && scope && (
          <Form method="post" className="grid justify-items-start gap-6">
            <p>Get no more mails: {describeScope(scope)}?</p>
            <Button pending={pending}>Unsubscribe</Button>
          </Form>
        )}
        <ButtonLink to="/settings/notifications" variant="quiet">
          Choose which mails you get
        </ButtonLink>
      </div>
    </Page>
  );
}

function describeScope(scope: UnsubscribeScope): string {
  return scope === 'all' ? 'all notifications' : notificationKindLabels[scope];
}
