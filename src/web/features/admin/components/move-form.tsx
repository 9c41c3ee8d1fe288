import { ArrowDown, ArrowUp } from 'lucide-react';
import { Form } from 'react-router';
import { Button } from '#web/ui/button.tsx';
import { HiddenFields } from '#web/ui/forms/hidden-fields.tsx';

interface MoveFormProps {
  /** What is moved, for screen readers, such as 'picture 2'. */
  name: string;
  /** Which item that is. */
  values: Record<string, string>;
  action?: string;
  isFirst: boolean;
  isLast: boolean;
}

/** The form that moves an item of a list one place up or down. Its `intent` is `up` or `down`. */
export function MoveForm({ name, values, action, isFirst, isLast }: MoveFormProps) {
  return (
    <Form method="post" action={action} preventScrollReset className="flex gap-2">
      <HiddenFields values={values} />
      <MoveButtons name={name} up="up" down="down" isFirst={isFirst} isLast={isLast} />
    </Form>
  );
}

interface MoveButtonsProps extends Pick<MoveFormProps, 'name' | 'isFirst' | 'isLast'> {
  /** The intents of the two buttons. */
  up: string;
  down: string;
}

/** The buttons of such a form. */
export function MoveButtons({ name, up, down, isFirst, isLast }: MoveButtonsProps) {
  return (
    <>
      <Button variant="quiet" size="sm" name="intent" value={up} disabled={isFirst}>
        <ArrowUp aria-hidden />
        <span className="sr-only">Move {name} up</span>
      </Button>
      <Button variant="quiet" size="sm" name="intent" value={down} disabled={isLast}>
        <ArrowDown aria-hidden />
        <span className="sr-only">Move {name} down</span>
      </Button>
    </>
  );
}
