import { Inbox } from 'lucide-react';
import { Form } from 'react-router';
import { approveThings, declineThing } from '#domain/moderation/approval/approve-or-decline.ts';
import { listThingsAwaitingApproval } from '#domain/moderation/approval/list-things-awaiting-approval.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { approveInput, declineInput, waitingQuery } from '#shared/schemas/moderation/approval.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { formHeaders } from '#web/lib/actions/form-action.ts';
import { openPage } from '#web/lib/actions/list-redirects.ts';
import { revalidateUnlessServerError, sendForm } from '#web/lib/actions/submit-to-server.ts';
import { useFormResult } from '#web/lib/actions/use-form-result.ts';
import { guardedHead } from '#web/lib/seo/page-head.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { casesPath } from '#web/paths/moderation.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Pager } from '#web/ui/lists/pager.tsx';
import { PageHeader } from '#web/ui/page.tsx';
import { useNumbers } from '#web/ui/texts/numbers.ts';
import { AwaitingApprovalCard } from '../components/cases/awaiting-approval-card.tsx';
import { ModerationPage } from '../components/moderation-page.tsx';
import { runModeratorAction, runModeratorLoader } from '../run-moderation-page.ts';
import type { Route } from './+types/things-awaiting-approval';

export const meta = guardedHead('Waiting for approval');

export const handle = { failure: 'Failed to load what waits for approval.' };

export async function loader(args: Route.LoaderArgs) {
  return runModeratorLoader(args, (ctx, url) =>
    openPage(url, listThingsAwaitingApproval(ctx, parseInput(waitingQuery, url.searchParams))),
  );
}

export const headers = formHeaders;

export async function action(args: Route.ActionArgs) {
  return runModeratorAction(args, async (ctx, form) => {
    switch (form.get('intent')) {
      case 'approve':
      case 'approve-one': {
        const { things } = parseInput(approveInput, { things: form.getAll('things') });
        return { done: describeApproval(await approveThings(ctx, things)) };
      }
      case 'decline':
        await declineThing(ctx, parseInput(declineInput, form));
        return { done: 'It is declined. Its author reads why.' };
      default:
        throw new AppError('bad-input');
    }
  });
}

export const clientAction = sendForm<typeof action>('moderation-failed');

// A rejected form can mean that another moderator was faster; then the page is out of date.
export const shouldRevalidate = revalidateUnlessServerError;

function describeApproval({ approved, gone }: { approved: number; gone: number }): string {
  const done = approved === 1 ? '1 is approved.' : `${approved} are approved.`;
  if (gone === 0) return done;
  return `${done} ${gone === 1 ? '1 no longer waits.' : `${gone} no longer wait.`}`;
}

const approveForm = 'approve-chosen';

/** What waits for approval, for moderators. */
export default function Waiting({ loaderData, actionData }: Route.ComponentProps) {
  const { things, page, pages, total } = loaderData;
  const { done, failure, failureOf } = useFormResult(actionData);
  const { formatInteger } = useNumbers();
  const approving = usePending({ intent: 'approve' });
  const declined = failureOf('decline')?.typed.thing;
  const isShown = things.some(({ id }) => id === declined);
  const ticked = failureOf('approve')?.typed.things?.split(',') ?? [];
  return (
    <ModerationPage width="article" failure={failure}>
      <PageHeader
        title="Waiting for approval"
        intro={
          total === 0
            ? 'New texts and pictures that only their authors see.'
            : `${total === 1 ? '1 text or picture waits' : `${formatInteger(total)} texts and pictures wait`}, the oldest first.`
        }
        back={{ to: casesPath({}), label: 'Back to the reports' }}
      />
      <div className="grid gap-4">
        {done && <Alert tone="success">{done}</Alert>}
        {failure && !isShown && (
          <Alert tone="failure">{failure.fields.things ?? failure.message}</Alert>
        )}
        {things.length === 0 && <EmptyState icon={Inbox}>Nothing waits for approval.</EmptyState>}
        {things.length > 0 && (
          <Form id={approveForm} method="post" preventScrollReset>
            <Button name="intent" value="approve" variant="quiet" pending={approving}>
              Approve what is chosen
            </Button>
          </Form>
        )}
        {things.map((thing) => (
          <AwaitingApprovalCard
            key={thing.id}
            thing={thing}
            approveForm={approveForm}
            isTicked={ticked.includes(`${thing.kind}:${thing.id}`)}
          />
        ))}
      </div>
      <Pager page={page} pages={pages} label="Pages of what waits" />
    </ModerationPage>
  );
}
