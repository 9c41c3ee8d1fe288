import { data } from 'react-router';
import { getAct } from '#domain/moderation/undoing/get-act.ts';
import { undoAct } from '#domain/moderation/undoing/undo-act.ts';
import { type ModerationAction, undoOf } from '#shared/constants/moderation/moderation-actions.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { actIdInput, undoInput } from '#shared/schemas/moderation/moderation.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { formHeaders } from '#web/lib/actions/form-action.ts';
import { revalidateUnlessServerError, sendForm } from '#web/lib/actions/submit-to-server.ts';
import { useToastedResult } from '#web/lib/actions/use-toasted-result.ts';
import { guardedHead } from '#web/lib/seo/page-head.ts';
import { logPath } from '#web/paths/moderation.ts';
import { Alert } from '#web/ui/alert.tsx';
import { FormMessages } from '#web/ui/forms/form-messages.tsx';
import { PageHeader } from '#web/ui/page.tsx';
import { actionNames } from '../components/log/moderation-action-names.ts';
import { ModerationLogTable } from '../components/log/moderation-log-table.tsx';
import { ModerationActionForm } from '../components/moderation-action-form.tsx';
import { ModerationPage } from '../components/moderation-page.tsx';
import { runModeratorAction, runModeratorLoader } from '../run-moderation-page.ts';
import type { Route } from './+types/moderation-act';

export const meta = guardedHead('Entry of the log');

export const handle = { failure: 'Failed to load this entry of the log.' };

export async function loader(args: Route.LoaderArgs) {
  return runModeratorLoader(args, async (ctx) => {
    const id = actIdInput.safeParse(args.params.actId);
    if (!id.success) throw data(null, { status: 404 });
    return { entry: await getAct(ctx, id.data) };
  });
}

export const headers = formHeaders;

export async function action(args: Route.ActionArgs) {
  return runModeratorAction(args, async (ctx, form) => {
    const id = actIdInput.safeParse(args.params.actId);
    if (!id.success) throw new AppError('not-found');
    if (form.get('intent') !== 'undo') throw new AppError('bad-input');
    await undoAct(ctx, { actId: id.data, ...parseInput(undoInput, form) });
    return { done: 'It is taken back.' };
  });
}

export const clientAction = sendForm<typeof action>('moderation-failed');

// A rejected form can mean that another moderator was faster; then the page is out of date.
export const shouldRevalidate = revalidateUnlessServerError;

const consequences: Partial<Record<ModerationAction, string>> = {
  restore: 'The suspension ends now. What was withdrawn stays withdrawn.',
  'lift-mute': 'The account can write again at once.',
  'withdraw-warning': 'The account sees that the warning was taken back.',
  show: 'Everybody sees it again, in its place.',
};

/** One entry of the moderation log, with the form that takes it back. */
export default function Act({ loaderData, actionData }: Route.ComponentProps) {
  const { entry } = loaderData;
  const { done, failure } = useToastedResult(actionData);
  const undo = undoOf[entry.act];
  return (
    <ModerationPage width="wide" failure={failure}>
      <PageHeader
        title={`${actionNames[entry.act]}: ${entry.target}`}
        back={{ to: logPath({ of: entry.target }), label: `Back to the log of ${entry.target}` }}
      />
      <div className="grid gap-6">
        <FormMessages done={done} failure={entry.mayUndo ? null : failure} />
        <ModerationLogTable entries={[entry]} isAlone />
        {entry.mayUndo && undo ? (
          <div className="max-w-form">
            <ModerationActionForm
              intent="undo"
              title="Take it back"
              intro={`The log keeps both acts. ${entry.target} gets a notification.`}
              question="Take this back?"
              consequence={consequences[undo] ?? ''}
              submitLabel="Take back"
              reasonHint={`${entry.target} reads it.`}
            />
          </div>
        ) : (
          <Alert>{explain(entry)}</Alert>
        )}
      </div>
    </ModerationPage>
  );
}

const deletions: readonly ModerationAction[] = [
  'delete-comment',
  'delete-discussion',
  'delete-picture',
  'delete-message',
];

/** Why an act cannot be taken back. */
function explain({ act, undone, isOwn }: Route.ComponentProps['loaderData']['entry']): string {
  if (undone) return 'This was taken back. An act is taken back once.';
  if (deletions.includes(act)) {
    return 'A deletion cannot be undone. Hide texts and pictures that may have to come back: what is hidden can be restored.';
  }
  if (!undoOf[act]) return 'This act cannot be taken back.';
  return isOwn
    ? 'This was done to you: another moderator decides about it.'
    : 'Your role does not reach to this account: admins decide.';
}
