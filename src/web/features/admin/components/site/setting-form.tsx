import type { ReactNode } from 'react';
import { usePending } from '#web/lib/use-pending.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldGroup } from '#web/ui/fields/choice-fields.tsx';
import { ActionForm } from '#web/ui/forms/action-form.tsx';
import { useOwnFailure } from '#web/ui/forms/page-forms.tsx';
import { FormFailure } from '../proof-alerts.tsx';

interface SettingFormProps {
  title: string;
  intent: string;
  /** A further button with an intent of its own, whose error this form shows too. */
  more?: ReactNode;
  moreIntent?: string;
  children: ReactNode;
}

/** A form that saves settings of the site. */
export function SettingForm({ title, intent, more, moreIntent, children }: SettingFormProps) {
  const pending = usePending({ intent });
  const ownFailure = useOwnFailure({ intent });
  const moreFailure = useOwnFailure({ intent: moreIntent ?? intent });
  const failure = ownFailure ?? moreFailure;
  return (
    <ActionForm failure={failure} hasMessage={false} className="grid gap-4">
      <FieldGroup id={intent} title={title}>
        <div className="clear-both grid gap-5">
          {failure && <FormFailure failure={failure} />}
          {children}
          <div className="flex flex-wrap gap-3">
            <Button pending={pending} name="intent" value={intent}>
              Save
            </Button>
            {more}
          </div>
        </div>
      </FieldGroup>
    </ActionForm>
  );
}
