import type { ReactNode } from 'react';
import { Button, ButtonLink } from './button.tsx';

interface DangerChoiceProps {
  /** What the button says that changes nothing. */
  keep: string;
  /** What it does: closes a dialog, or leads to an address. */
  leave: (() => void) | string;
  /** The button, or its form, that does what cannot be taken back. */
  children: ReactNode;
}

/** The two answers to a dangerous question. What changes nothing comes first, and so has the focus. */
export function DangerChoice({ keep, leave, children }: DangerChoiceProps) {
  return (
    <div className="flex flex-wrap justify-end gap-3">
      {typeof leave === 'string' ? (
        <ButtonLink to={leave} variant="quiet">
          {keep}
        </ButtonLink>
      ) : (
        <Button type="button" variant="quiet" onClick={leave}>
          {keep}
        </Button>
      )}
      {children}
    </div>
  );
}
