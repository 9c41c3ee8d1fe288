import { FileCheck, FileUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Form } from 'react-router';
import { usePending } from '#web/lib/use-pending.ts';
import { Button } from '#web/ui/button.tsx';
import { FileField } from '#web/ui/fields/file-field.tsx';

interface ImportFileFormProps {
  /** Its name for screen readers. */
  label: string;
  accept: string;
  hint: string;
  error: string | undefined;
  /** What happens if something in the file is wrong. */
  rule: string;
  /** Further fields. */
  children?: ReactNode;
}

/** The form that checks or imports a file. Its intent is `check` or `import`. */
export function ImportFileForm(props: ImportFileFormProps) {
  const { label, accept, hint, error, rule, children } = props;
  const [checking, importing] = [usePending({ intent: 'check' }), usePending({ intent: 'import' })];
  return (
    <Form
      method="post"
      encType="multipart/form-data"
      preventScrollReset
      aria-label={label}
      className="grid gap-5"
    >
      <FileField label="File" name="file" required accept={accept} hint={hint} error={error} />
      {children}
      <div className="flex flex-wrap gap-3">
        <Button name="intent" value="check" variant="quiet" pending={checking}>
          <FileCheck aria-hidden />
          Check only
        </Button>
        <Button name="intent" value="import" pending={importing}>
          <FileUp aria-hidden />
          Import
        </Button>
      </div>
      <p className="text-sm text-muted">{rule}</p>
    </Form>
  );
}
