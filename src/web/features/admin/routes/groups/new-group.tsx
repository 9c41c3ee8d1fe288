import { createGroup } from '#domain/groups/save-group.ts';
import { groupInput } from '#shared/schemas/groups.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { formHeaders } from '#web/lib/actions/form-action.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { sendForm } from '#web/lib/actions/submit-to-server.ts';
import { useFormResult } from '#web/lib/actions/use-form-result.ts';
import { guardedHead } from '#web/lib/seo/page-head.ts';
import { ActionForm } from '#web/ui/forms/action-form.tsx';
import { AdminPage } from '../../components/admin-page.tsx';
import { GroupFields } from '../../components/groups/group-fields.tsx';
import { runRightAction, runRightLoader } from '../../run-admin-page.ts';
import type { Route } from './+types/new-group';

export const headers = formHeaders;

export const meta = guardedHead('New group');

export const handle = { failure: 'Failed to load the administration.' };

export async function loader(args: Route.LoaderArgs) {
  return runRightLoader(args, 'manage-groups', async () => ({}));
}

export async function action(args: Route.ActionArgs) {
  return runRightAction(args, 'manage-groups', async (ctx, form) => {
    const { id } = await createGroup(ctx, parseInput(groupInput, form));
    throw redirect(`/admin/groups/${id}`);
  });
}

export const clientAction = sendForm<typeof action>('administration-failed');

/** The form that makes a group. */
export default function NewGroup({ actionData }: Route.ComponentProps) {
  const { failure } = useFormResult(actionData);
  return (
    <AdminPage
      current="groups"
      title="New group"
      back={{ to: '/admin/groups', label: 'Back to groups' }}
    >
      <ActionForm
        failure={failure}
        hasMessage="without-field"
        button="Make the group"
        scrolls
        className="panel grid max-w-form gap-6 p-6 sm:p-8"
      >
        <GroupFields />
      </ActionForm>
    </AdminPage>
  );
}
