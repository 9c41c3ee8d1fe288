import type { listRolesOfGroup } from '#domain/groups/set-group-roles.ts';
import { listRightTexts } from '#shared/constants/accounts/role-right-texts.ts';
import { ChoiceField } from '#web/ui/fields/choice-fields.tsx';
import { ActionForm } from '#web/ui/forms/action-form.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { useNumbers } from '#web/ui/texts/numbers.ts';

interface GroupRolesFormProps {
  roles: Awaited<ReturnType<typeof listRolesOfGroup>>;
  members: number;
}

/** The form with the roles that a group gives its members. */
export function GroupRolesForm({ roles, members }: GroupRolesFormProps) {
  const { formatInteger } = useNumbers();
  const whom = members === 1 ? 'Its member has' : `All ${formatInteger(members)} members have`;
  return (
    <Panel title="Roles that it gives">
      <p className="text-muted">
        {members === 0 ? 'Members have' : whom} these roles for as long as they are in the group.
        Then nobody joins by himself any more.
      </p>
      {roles.length === 0 ? (
        <p>The site has no roles.</p>
      ) : (
        <ActionForm
          // A new form after a save, so that it shows what was saved.
          key={roles.map(({ isCarried }) => (isCarried ? '1' : '0')).join('')}
          intent="roles"
          hasMessage={false}
          button="Save the roles"
          size="sm"
          className="grid gap-4"
        >
          {roles.map(({ slug, name, rights, isCarried }) => (
            <ChoiceField
              key={slug}
              name="role"
              value={slug}
              label={name}
              hint={listRightTexts(rights).join(' ')}
              defaultChecked={isCarried}
            />
          ))}
        </ActionForm>
      )}
    </Panel>
  );
}
