import type { ReactNode } from 'react';
import { Form } from 'react-router';
import { Button } from './button.tsx';
import { Question } from './question.tsx';

interface RemovalQuestionProps {
  open: boolean;
  title: string;
  /** The path of the page, which receives the form. */
  path: string;
  /** The fields of the form. */
  values: Record<string, string>;
  /** The text of the button. */
  button: string;
  pending?: boolean;
  children: ReactNode;
}

/** A question about something that is removed or ended for good, with a red button that sends a form. */
export function RemovalQuestion({
  open,
  title,
  path,
  values,
  button,
  pending = false,
  children,
}: RemovalQuestionProps) {
  return (
    <Question
      open={open}
      title={title}
      closePath={path}
      confirm={
        <Form method="post" action={path} preventScrollReset>
          {Object.entries(values).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Button variant="danger" pending={pending}>
            {button}
          </Button>
        </Form>
      }
    >
      {children}
    </Question>
  );
}
