import { roleConstants } from '#shared/constants/accounts/further-roles.ts';
import { rightTexts } from '#shared/constants/accounts/right-texts.ts';
import { type Right, rights } from '#shared/rules/rights.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';

interface RoleFieldsProps {
  role?: { name: string; rights: readonly Right[] };
}

/** The fields of a further role: its name and, one sentence each, its rights. */
export function RoleFields({ role }: RoleFieldsProps) {
  return (
    <>
      <TextField
        label="Name"
        name="name"
        required
        autoComplete="off"
        maxLength={roleConstants.nameMax}
        defaultValue={role?.name}
      />
      <fieldset className="grid gap-3">
        <legend className="mb-3 font-medium">What its holders may do</legend>
        {rights.map((right) => (
          <label key={right} className="flex min-h-6 items-start gap-3">
            <input
              type="checkbox"
              name="right"
              value={right}
              defaultChecked={role?.rights.includes(right)}
              className="mt-0.5 size-5 shrink-0"
            />
            {rightTexts[right]}
          </label>
        ))}
        <p className="text-sm text-muted">
          A role without rights only lets its holders buy games that are limited to it.
        </p>
      </fieldset>
    </>
  );
}
