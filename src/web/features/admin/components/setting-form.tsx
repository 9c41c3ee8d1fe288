import type { ReactNode } from 'react';
import { Form } from 'react-router';
import type { FormError } from '#web/lib/actions/form-error.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldGroup } from '#web/ui/choice-fields.tsx';
import { FormFailure } from './proof-alerts.tsx';

interface SettingFormProps {
  title: string;
  intent: string;
  /** The error of this form, if it was the last one that was sent. */
  failure: FormError | null;
  /** Further buttons. */
  more?: ReactNode;
  children: ReactNode;
}

/** A form that saves settings of the site. */
export function SettingForm({ title, intent, failure, more, children }: SettingFormProps) {
  const pending = usePending({ intent });
  return (
    <Form method="post" preventScrollReset className="grid gap-4">
      <FieldGroup title={title}>
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
    </Form>
  );
}
