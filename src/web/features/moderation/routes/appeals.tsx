import { Scale } from 'lucide-react';
import { decideAppeal } from '#domain/moderation/appeals/decide-appeal.ts';
import { listAppeals } from '#domain/moderation/appeals/list-appeals.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { appealsQuery, decideAppealInput } from '#shared/schemas/reports.ts';
import { pagePath } from '#web/lib/actions/canonical-page-path.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { useFormError } from '#web/lib/actions/form-error.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { runLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { revalidateUnlessServerError, submitToServer } from '#web/lib/actions/submit-to-server.ts';
import { useLastActionData } from '#web/lib/actions/use-last-action-data.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { Alert } from '#web/ui/alert.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { AppealCard } from '../components/appeal-card.tsx';
import { casesPath } from '../components/moderation-paths.ts';
import { useModerationResult } from '../components/use-moderation-result.ts';
import { requireModeratorForm, requireModeratorPage } from '../require-moderator-page.ts';
import type { Route } from './+types/appeals';

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  noIndexHead(loaderData ? 'Appeals' : 'Not found', matches);

export const handle = { failure: 'Failed to load the appeals.' };

export async function loader(args: Route.LoaderArgs) {
  return runLoader(args, async (ctx, url) => {
    // For everybody else the page does not exist.
    requireModeratorPage(ctx);
    const list = await listAppeals(ctx, parseInput(appealsQuery, url.searchParams));
    if (list.page > list.pages) throw redirect(pagePath(url, list.pages));
    return list;
  });
}

export const headers = formHeaders;

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'moderation-failed', async (ctx, form) => {
    // A visitor is sent to the login instead.
    requireModeratorForm(ctx);
    await decideAppeal(ctx, parseInput(decideAppealInput, form));
    return { successText: 'The appeal is decided.' };
  });
}

export function clientAction(args: Route.ClientActionArgs) {
  return submitToServer(args, 'moderation-failed');
}

export const shouldRevalidate = revalidateUnlessServerError;

/** The appeals that wait for a decision, for moderators. */
export default function Appeals({ loaderData, actionData: latestData }: Route.ComponentProps) {
  const actionData = useLastActionData(latestData);
  const { appeals, page, pages } = loaderData;
  const failure = useFormError(actionData);
  const successText = useModerationResult(actionData);
  const isFormShown = appeals.some(({ id }) => id === failure?.typed.appealId);
  return (
    <Page width="article">
      <PageHeader
        title="Appeals"
        intro="What players say against acts of moderators, the oldest first."
        back={{ to: casesPath({}), label: 'Back to the reports' }}
      />
      <div className="grid gap-4">
        {successText && <Alert tone="success">{successText}</Alert>}
        {failure && !isFormShown && <Alert tone="failure">{failure.message}</Alert>}
        {appeals.length === 0 && <EmptyState icon={Scale}>No appeal waits.</EmptyState>}
        {appeals.map((appeal) => (
          <AppealCard
            key={appeal.id}
            appeal={appeal}
            failure={failure?.typed.appealId === appeal.id ? failure : null}
          />
        ))}
      </div>
      <Pager page={page} pages={pages} label="Pages of the appeals" />
    </Page>
  );
}
