import { type ReactNode, useEffect } from 'react';
import { Form } from 'react-router';
import { useFormError } from '#web/lib/actions/form-error.ts';
import { useLastActionData } from '#web/lib/actions/use-last-action-data.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { useToast } from '#web/ui/toast.tsx';

interface SettingsFormProps {
  /** The result of the route's action; it has `saved` after a success. */
  actionData: object | undefined;
  /** The fields, or a function that creates them from the error texts by input name. */
  children: ReactNode | ((errors: Record<string, string>) => ReactNode);
}

const savedText = 'Settings saved.';

/** The form of a section of the settings, with what became of it and its button. */
export function SettingsForm({ actionData: latestData, children }: SettingsFormProps) {
  const actionData = useLastActionData(latestData);
  const pending = usePending();
  const toast = useToast();
  const failure = useFormError(actionData);
  const saved = actionData !== undefined && 'saved' in actionData;

  useEffect(() => {
    if (actionData && 'saved' in actionData) toast.success(savedText);
  }, [actionData, toast]);

  return (
    <Form method="post" className="grid gap-8">
      {failure && <Alert tone="failure">{failure.message}</Alert>}
      {saved && <Alert tone="success">{savedText}</Alert>}
      {typeof children === 'function' ? children(failure?.fields ?? {}) : children}
      <div>
        <Button pending={pending}>Save settings</Button>
      </div>
    </Form>
  );
}
