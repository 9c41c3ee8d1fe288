import { ArrowDown, ArrowUp } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';

interface MoveButtonsProps {
  /** What is moved, for screen readers, such as 'picture 2'. */
  name: string;
  index: number;
  /** The length of the list. */
  count: number;
}

/** The buttons of a form that moves an item of a list one place up or down. Its `intent` is `up` or `down`. */
export function MoveButtons({ name, index, count }: MoveButtonsProps) {
  return (
    <>
      <Button variant="quiet" size="sm" name="intent" value="up" disabled={index === 0}>
        <ArrowUp aria-hidden />
        <span className="sr-only">Move {name} up</span>
      </Button>
      <Button variant="quiet" size="sm" name="intent" value="down" disabled={index === count - 1}>
        <ArrowDown aria-hidden />
        <span className="sr-only">Move {name} down</span>
      </Button>
    </>
  );
}
