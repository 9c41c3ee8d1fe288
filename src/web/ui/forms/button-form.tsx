import type { ComponentProps } from 'react';
import { Form } from 'react-router';
import { usePending } from '#web/lib/use-pending.ts';
import { Button } from '../button.tsx';
import { HiddenFields } from './hidden-fields.tsx';

interface ButtonFormProps extends Omit<ComponentProps<typeof Button>, 'form'> {
  /** What the form sends. */
  values: Record<string, string>;
  action?: string;
  /** The classes of the form. */
  formClass?: string;
}

/** A form that is only a button. */
export function ButtonForm({ values, action, formClass, children, ...button }: ButtonFormProps) {
  const pending = usePending(values);
  return (
    <Form method="post" action={action} preventScrollReset className={formClass}>
      <HiddenFields values={values} />
      <Button variant="quiet" size="sm" pending={pending} {...button}>
        {children}
      </Button>
    </Form>
  );
}
