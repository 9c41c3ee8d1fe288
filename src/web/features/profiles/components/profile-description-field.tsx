import { useId, useState } from 'react';
import { profileConstants } from '#shared/constants/profiles.ts';
import type { FormError } from '#web/lib/actions/form-error.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';

interface ProfileDescriptionFieldProps {
  saved: string;
  failure: FormError | null;
}

/** The description field. An empty field keeps the saved description; a checkbox removes it. */
export function ProfileDescriptionField({ saved, failure }: ProfileDescriptionFieldProps) {
  const id = useId();
  const [removing, setRemoving] = useState(failure?.typed.removeDescription === 'yes');
  return (
    <div className="grid gap-3">
      <TextField
        label="Description"
        name="description"
        multiline
        defaultValue={failure?.typed.description ?? saved}
        maxLength={profileConstants.descriptionMax}
        counter
        disabled={removing}
        error={failure?.fields.description}
      />
      {saved && (
        <div className="flex min-h-6 items-center gap-3">
          <input
            type="checkbox"
            id={id}
            name="removeDescription"
            value="yes"
            defaultChecked={removing}
            onChange={(event) => setRemoving(event.currentTarget.checked)}
            className="size-5 shrink-0"
          />
          <label htmlFor={id}>Remove description</label>
        </div>
      )}
    </div>
  );
}
