import { useId } from 'react';
import { listRightTexts } from '#shared/constants/accounts/role-right-texts.ts';
import type { Right } from '#shared/rules/rights.ts';
import { useFailedForm } from '#web/ui/forms/failed-form.ts';
import { ModerationActionForm } from '../moderation-action-form.tsx';

interface FurtherRoleFormProps {
  username: string;
  /** The further roles to choose from. */
  roles: { slug: string; name: string; rights: readonly Right[] }[];
  /** Takes a role away instead of giving one. */
  taking?: boolean;
}

/** The form that gives an account a further role, or takes one away. */
export function FurtherRoleForm({ username, roles, taking = false }: FurtherRoleFormProps) {
  const intent = taking ? 'take-further-role' : 'give-further-role';
  const label = taking ? 'Take away' : 'Give';
  return (
    <ModerationActionForm
      intent={intent}
      title={taking ? 'Take a further role away' : 'Give a further role'}
      intro={
        taking ? `${username} keeps everything else.` : `${username} has it beside the other roles.`
      }
      question={taking ? `Take this role away from ${username}?` : `Give ${username} this role?`}
      consequence="It holds from the next page on."
      submitLabel={label}
      variant={taking ? 'danger' : 'quiet'}
    >
      <RoleChoice roles={roles} />
    </ModerationActionForm>
  );
}

function RoleChoice({ roles }: Pick<FurtherRoleFormProps, 'roles'>) {
  const failed = useFailedForm();
  const error = failed?.fields.role;
  const errorId = useId();
  return (
    <fieldset aria-describedby={error ? errorId : undefined} className="grid gap-3">
      <legend className="mb-2 font-medium">Role</legend>
      {roles.map(({ slug, name, rights }) => (
        <label key={slug} className="flex cursor-pointer items-start gap-3">
          <input
            type="radio"
            name="role"
            value={slug}
            required
            defaultChecked={roles.length === 1 || failed?.typed?.role === slug}
            className="mt-1 size-5 accent-accent"
          />
          <span className="grid gap-0.5">
            <span className="font-medium">{name}</span>
            {listRightTexts(rights).map((right) => (
              <span key={right} className="text-sm text-muted">
                {right}
              </span>
            ))}
          </span>
        </label>
      ))}
      {error && (
        <p id={errorId} className="text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
