import { listRightsOfFurtherRole } from '#shared/constants/role-rights.ts';
import type { FormError } from '#web/lib/actions/form-error.ts';
import { ModerationActionForm } from './moderation-action-form.tsx';

interface FurtherRoleFormProps {
  username: string;
  /** The further roles to choose from. */
  roles: { slug: string; name: string }[];
  /** Takes a role away instead of giving one. */
  taking?: boolean;
  failure: FormError | null;
  typed: Record<string, string>;
}

/** The form that gives an account a further role, or takes one away. */
export function FurtherRoleForm({
  username,
  roles,
  taking = false,
  failure,
  typed,
}: FurtherRoleFormProps) {
  const intent = taking ? 'take-further-role' : 'give-further-role';
  const label = taking ? 'Take away' : 'Give';
  const error = failure?.fields.role;
  const errorId = `${intent}-error`;
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
      failure={failure}
      typed={typed}
    >
      <fieldset aria-describedby={error ? errorId : undefined} className="grid gap-3">
        <legend className="mb-2 font-medium">Role</legend>
        {roles.map(({ slug, name }) => (
          <label key={slug} className="flex cursor-pointer items-start gap-3">
            <input
              type="radio"
              name="role"
              value={slug}
              required
              defaultChecked={roles.length === 1 || (failure?.typed ?? typed).role === slug}
              className="mt-1 size-5 accent-accent"
            />
            <span className="grid gap-0.5">
              <span className="font-medium">{name}</span>
              {listRightsOfFurtherRole(slug).map((right) => (
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
    </ModerationActionForm>
  );
}
