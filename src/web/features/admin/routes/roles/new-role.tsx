import { hasFreshProof } from '#domain/accounts/sessions/fresh-proof.ts';
import { createRole } from '#domain/administration/roles/save-role.ts';
import { roleInput } from '#shared/schemas/administration/roles.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { formHeaders } from '#web/lib/actions/form-action.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { sendForm } from '#web/lib/actions/submit-to-server.ts';
import { useFormResult } from '#web/lib/actions/use-form-result.ts';
import { guardedHead } from '#web/lib/seo/page-head.ts';
import { ActionForm } from '#web/ui/forms/action-form.tsx';
import { AdminPage } from '../../components/admin-page.tsx';
import { SettingMessages } from '../../components/proof-alerts.tsx';
import { RoleFields } from '../../components/roles/role-fields.tsx';
import { runAdminAction, runAdminLoader } from '../../run-admin-page.ts';
import type { Route } from './+types/new-role';

export const headers = formHeaders;

export const meta = guardedHead('New role');

export const handle = { failure: 'Failed to load the administration.' };

export async function loader(args: Route.LoaderArgs) {
  return runAdminLoader(args, async (ctx) => ({ isProven: await hasFreshProof(ctx) }));
}

export async function action(args: Route.ActionArgs) {
  return runAdminAction(args, async (ctx, form) => {
    const input = { name: form.get('name'), rights: form.getAll('right') };
    await createRole(ctx, parseInput(roleInput, input));
    throw redirect('/admin/roles');
  });
}

export const clientAction = sendForm<typeof action>('administration-failed');

/** The form that makes a further role. */
export default function NewRole({ loaderData, actionData }: Route.ComponentProps) {
  const { failure } = useFormResult(actionData);
  return (
    <AdminPage
      current="roles"
      title="New role"
      back={{ to: '/admin/roles', label: 'Back to roles' }}
    >
      <SettingMessages
        isProven={loaderData.isProven}
        done={null}
        failure={failure}
        isInForm={failure?.needsProof !== true}
      />
      <ActionForm
        failure={failure}
        hasMessage="without-field"
        button="Make the role"
        scrolls
        className="panel grid max-w-form gap-6 p-6 sm:p-8"
      >
        <RoleFields />
      </ActionForm>
    </AdminPage>
  );
}
