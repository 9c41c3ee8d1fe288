import { hasFreshProof } from '#domain/accounts/sessions/fresh-proof.ts';
import { getRole } from '#domain/administration/roles/list-roles.ts';
import { deleteRole, editRole } from '#domain/administration/roles/save-role.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { roleInput } from '#shared/schemas/administration/roles.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { formHeaders } from '#web/lib/actions/form-action.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { sendForm } from '#web/lib/actions/submit-to-server.ts';
import { useFormResult } from '#web/lib/actions/use-form-result.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { DialogLink, RemovalDialog } from '#web/ui/confirmation-dialog.tsx';
import { ActionForm } from '#web/ui/forms/action-form.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { AdminPage } from '../../components/admin-page.tsx';
import { SettingMessages } from '../../components/proof-alerts.tsx';
import { RoleFields } from '../../components/roles/role-fields.tsx';
import { runAdminAction, runAdminLoader } from '../../run-admin-page.ts';
import type { Route } from './+types/role';

export const headers = formHeaders;

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  noIndexHead(loaderData ? loaderData.role.name : 'Not found', matches);

export const handle = { failure: 'Failed to load the administration.' };

export async function loader(args: Route.LoaderArgs) {
  return runAdminLoader(args, async (ctx, url) => {
    const [role, isProven] = await Promise.all([
      getRole(ctx, args.params.slug),
      hasFreshProof(ctx),
    ]);
    if (role.isBuiltIn) throw new AppError('not-found');
    return { role, isProven, asksToDelete: url.searchParams.has('delete') };
  });
}

export async function action(args: Route.ActionArgs) {
  const { slug } = args.params;
  return runAdminAction(args, async (ctx, form) => {
    switch (form.get('intent')) {
      case 'edit': {
        const input = { name: form.get('name'), rights: form.getAll('right') };
        await editRole(ctx, { slug, ...parseInput(roleInput, input) });
        return { done: 'Saved. It holds from the next request of each holder.' };
      }
      case 'delete':
        await deleteRole(ctx, { slug });
        throw redirect('/admin/roles?deleted');
      default:
        throw new AppError('bad-input');
    }
  });
}

export const clientAction = sendForm<typeof action>('administration-failed');

/** A further role of the site: its name, its rights, and its end. */
export default function Role({ loaderData, actionData }: Route.ComponentProps) {
  const { role, isProven, asksToDelete } = loaderData;
  const { done, failure } = useFormResult(actionData);
  const path = `/admin/roles/${role.slug}`;
  return (
    <AdminPage
      current="roles"
      title={<bdi>{role.name}</bdi>}
      back={{ to: '/admin/roles', label: 'Back to roles' }}
      failure={failure}
    >
      <SettingMessages
        isProven={isProven}
        done={done}
        failure={failure}
        isInForm={!failure?.needsProof && failure?.typed.intent === 'edit'}
      />
      <RemovalDialog
        open={asksToDelete}
        title={`Delete ${role.name}?`}
        path={path}
        values={{ intent: 'delete' }}
        button="Delete"
      >
        <p>Accounts and groups no longer have it. This cannot be undone.</p>
      </RemovalDialog>
      <ActionForm
        intent="edit"
        hasMessage="without-field"
        button="Save"
        scrolls
        className="panel grid max-w-form gap-6 p-6 sm:p-8"
      >
        <RoleFields role={role} />
      </ActionForm>
      <Panel title="Delete the role">
        <p className="text-muted">
          Not possible while games are limited to it. Its holders keep their other rights.
        </p>
        <div>
          <DialogLink to={`${path}?delete`}>Delete …</DialogLink>
        </div>
      </Panel>
    </AdminPage>
  );
}
