import { Plus } from 'lucide-react';
import { Link } from 'react-router';
import { type ListedRole, listRoles } from '#domain/administration/roles/list-roles.ts';
import { listRightTexts } from '#shared/constants/accounts/role-right-texts.ts';
import { guardedHead } from '#web/lib/seo/page-head.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { AdminPage } from '../../components/admin-page.tsx';
import { runAdminLoader } from '../../run-admin-page.ts';
import type { Route } from './+types/roles';

export const meta = guardedHead('Roles');

export const handle = { failure: 'Failed to load the administration.' };

export async function loader(args: Route.LoaderArgs) {
  return runAdminLoader(args, async (ctx, url) => ({
    roles: await listRoles(ctx),
    isDeleted: url.searchParams.has('deleted'),
  }));
}

/** The section 'Roles' of the administration: the further roles of the site and their rights. */
export default function Roles({ loaderData }: Route.ComponentProps) {
  const { roles, isDeleted } = loaderData;
  return (
    <AdminPage
      current="roles"
      actions={
        <ButtonLink to="/admin/roles/new">
          <Plus aria-hidden />
          New role
        </ButtonLink>
      }
    >
      {isDeleted && <Alert tone="success">The role is deleted.</Alert>}
      <p className="text-muted">
        A role is given to an account on the page of its moderation, or to all members of a group.
        It adds rights to those of players and moderators. Admins have all rights.
      </p>
      {roles.map((role) => (
        <Panel
          key={role.slug}
          title={role.name}
          action={
            !role.isBuiltIn && (
              <ButtonLink to={`/admin/roles/${role.slug}`} variant="quiet" size="sm">
                Change
              </ButtonLink>
            )
          }
        >
          <ul className="grid gap-1">
            {listRightTexts(role.rights).map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          <p className="text-sm text-muted">
            <Link to={`/admin/people?role=${role.slug}`}>{describeHolders(role)}</Link>
            {role.isBuiltIn && ' · comes with Guildhall'}
          </p>
        </Panel>
      ))}
    </AdminPage>
  );
}

function describeHolders({ accounts, groups }: ListedRole): string {
  return [
    accounts === 1 ? 'Given to 1 account' : `Given to ${accounts} accounts`,
    groups === 1 ? '1 group' : `${groups} groups`,
  ].join(' and ');
}
