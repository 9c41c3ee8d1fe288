import type { ReactNode } from 'react';
import type { SettableService } from '#shared/constants/server/services.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { Button } from '#web/ui/button.tsx';
import { DialogLink } from '#web/ui/confirmation-dialog.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { SettingForm } from '../site/setting-form.tsx';

/** For fields with addresses and names that machines read. */
export const plainText = {
  autoComplete: 'off',
  autoCapitalize: 'none',
  spellCheck: false,
} as const;

interface ServiceFormProps {
  service: SettableService | 'version';
  title: string;
  /** Whether it can be removed. */
  isSaved?: boolean;
  children: ReactNode;
}

/** The form of a service with its buttons: save, test what is typed, and remove what is saved. */
export function ServiceForm({ service, title, isSaved = false, children }: ServiceFormProps) {
  const test = `test-${service}`;
  const isTesting = usePending({ intent: test });
  return (
    <SettingForm
      title={title}
      intent={service}
      moreIntent={test}
      more={
        <>
          <Button variant="quiet" name="intent" value={test} pending={isTesting}>
            Test
          </Button>
          {isSaved && <DialogLink to={`/admin/services?ask=remove-${service}`}>Remove</DialogLink>}
        </>
      }
    >
      {children}
    </SettingForm>
  );
}

interface SecretFieldProps {
  label: string;
  name: string;
  maxLength: number;
  isSaved: boolean;
  /** What an empty or a new one does, for a secret that is saved. */
  whenSaved: string;
}

/** The field of a secret, which no page shows. */
export function SecretField({ isSaved, whenSaved, ...field }: SecretFieldProps) {
  return (
    <TextField
      {...field}
      type="password"
      autoComplete="new-password"
      hint={isSaved ? `One is saved, and never shown. ${whenSaved}` : undefined}
    />
  );
}
