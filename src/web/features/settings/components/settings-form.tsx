import { type ReactNode, useEffect } from 'react';
import { useFormResult } from '#web/lib/actions/use-form-result.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ActionForm } from '#web/ui/forms/action-form.tsx';
import { useToast } from '#web/ui/toast.tsx';

interface SettingsFormProps {
  /** The result of the route's action; it has `saved` after a success. */
  actionData: object | undefined;
  children: ReactNode;
}

const savedText = 'Settings saved.';

/** The form of a section of the settings, with what became of it and its button. */
export function SettingsForm({ actionData, children }: SettingsFormProps) {
  const { data, failure } = useFormResult(actionData);
  const toast = useToast();

  useEffect(() => {
    if (data && 'saved' in data) toast.success(savedText);
  }, [data, toast]);

  return (
    <ActionForm failure={failure} button="Save settings" scrolls className="grid gap-8">
      {data && 'saved' in data && <Alert tone="success">{savedText}</Alert>}
      {children}
    </ActionForm>
  );
}
