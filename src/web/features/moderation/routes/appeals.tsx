import { Scale } from 'lucide-react';
import { decideAppeal } from '#domain/moderation/appeals/decide-appeal.ts';
import { listAppeals } from '#domain/moderation/appeals/list-appeals.ts';
import { appealsQuery, decideAppealInput } from '#shared/schemas/moderation/reports.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { formHeaders } from '#web/lib/actions/form-action.ts';
import { openPage } from '#web/lib/actions/list-redirects.ts';
import { revalidateUnlessServerError, sendForm } from '#web/lib/actions/submit-to-server.ts';
import { useToastedResult } from '#web/lib/actions/use-toasted-result.ts';
import { guardedHead } from '#web/lib/seo/page-head.ts';
import { casesPath } from '#web/paths/moderation.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { FormMessages } from '#web/ui/forms/form-messages.tsx';
import { Pager } from '#web/ui/lists/pager.tsx';
import { PageHeader } from '#web/ui/page.tsx';
import { AppealCard } from '../components/cases/appeal-card.tsx';
import { ModerationPage } from '../components/moderation-page.tsx';
import { runModeratorAction, runModeratorLoader } from '../run-moderation-page.ts';
import type { Route } from './+types/appeals';

export const meta = guardedHead('Appeals');

export const handle = { failure: 'Failed to load the appeals.' };

export async function loader(args: Route.LoaderArgs) {
  return runModeratorLoader(args, (ctx, url) =>
    openPage(url, listAppeals(ctx, parseInput(appealsQuery, url.searchParams))),
  );
}

export const headers = formHeaders;

export async function action(args: Route.ActionArgs) {
  return runModeratorAction(args, async (ctx, form) => {
    await decideAppeal(ctx, parseInput(decideAppealInput, form));
    return { done: 'The appeal is decided.' };
  });
}

export const clientAction = sendForm<typeof action>('moderation-failed');

export const shouldRevalidate = revalidateUnlessServerError;

/** The appeals that wait for a decision, for moderators. */
export default function Appeals({ loaderData, actionData }: Route.ComponentProps) {
  const { appeals, page, pages } = loaderData;
  const { done, failure } = useToastedResult(actionData);
  const isFormShown = appeals.some(({ id }) => id === failure?.typed.appealId);
  return (
    <ModerationPage width="article" failure={failure}>
      <PageHeader
        title="Appeals"
        intro="What players say against acts of moderators, the oldest first."
        back={{ to: casesPath({}), label: 'Back to the reports' }}
      />
      <div className="grid gap-4">
        <FormMessages done={done} failure={isFormShown ? null : failure} />
        {appeals.length === 0 && <EmptyState icon={Scale}>No appeal waits.</EmptyState>}
        {appeals.map((appeal) => (
          <AppealCard key={appeal.id} appeal={appeal} />
        ))}
      </div>
      <Pager page={page} pages={pages} label="Pages of the appeals" />
    </ModerationPage>
  );
}
