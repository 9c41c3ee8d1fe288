import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Form } from 'react-router';
import type { FormError } from '#web/lib/actions/form-error.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { Alert } from '../alert.tsx';
import { Button, type ButtonSize, type ButtonVariant } from '../button.tsx';
import { FailedFormContext } from './failed-form.ts';
import { HiddenFields } from './hidden-fields.tsx';
import { useOwnFailure } from './page-forms.tsx';

interface ActionFormProps
  extends Pick<ComponentProps<typeof Form>, 'action' | 'aria-label' | 'encType'> {
  /** What the form does, by which the action tells the forms of a page apart. */
  intent?: string;
  /** Further fields that nobody sees. */
  values?: Record<string, string>;
  /** The error of a form without an intent. Others find theirs themselves. */
  failure?: FormError | null;
  /** Whether the message of the error stands above the fields; `without-field` if no field shows it. */
  hasMessage?: boolean | 'without-field';
  /** The text of the button that sends it. */
  button?: string;
  icon?: LucideIcon;
  variant?: ButtonVariant;
  size?: ButtonSize;
  block?: boolean;
  /** What stands beside the button, or in its place. */
  more?: ReactNode;
  /** Whether the page jumps to its top when the form is sent. */
  scrolls?: boolean;
  className?: string;
  children?: ReactNode;
}

const hasFieldError = (failure: FormError | null) => Object.keys(failure?.fields ?? {}).length > 0;

/**
 * A form with fields and a button. It shows its error and that it is being sent. After an error its fields keep what
 * was typed.
 */
export function ActionForm(props: ActionFormProps) {
  const { intent, values = {}, hasMessage = true, children } = props;
  const { button, icon: Icon, variant, size, block, more, scrolls = false } = props;
  const { action, encType, className = 'grid gap-5' } = props;
  const hidden = intent === undefined ? values : { intent, ...values };
  const pending = usePending(hidden);
  const ownFailure = useOwnFailure(hidden);
  const failure = props.failure ?? ownFailure;
  const showsMessage = hasMessage === 'without-field' ? !hasFieldError(failure) : hasMessage;
  const submit = button !== undefined && (
    <Button variant={variant} size={size} block={block} pending={pending}>
      {Icon && <Icon aria-hidden />}
      {button}
    </Button>
  );
  return (
    <Form
      method="post"
      action={action}
      encType={encType}
      preventScrollReset={!scrolls}
      aria-label={props['aria-label']}
      className={className}
    >
      <HiddenFields values={hidden} />
      {failure && showsMessage && <Alert tone="failure">{failure.message}</Alert>}
      <FailedFormContext value={failure}>{children}</FailedFormContext>
      {more ? (
        <div className="flex flex-wrap gap-3">
          {submit}
          {more}
        </div>
      ) : (
        submit && (block ? submit : <div>{submit}</div>)
      )}
    </Form>
  );
}
