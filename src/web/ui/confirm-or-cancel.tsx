import type { ReactNode } from 'react';
import { Button, ButtonLink } from './button.tsx';

interface DangerChoiceProps {
  /** The text of the button that cancels. */
  cancelLabel: string;
  /** What cancelling does: a function that closes the dialog, or the path of a page. */
  onCancel: (() => void) | string;
  /** The button, or its form, that confirms what cannot be undone. */
  children: ReactNode;
}

/** The two buttons of a question about an irreversible action. Cancel comes first and so has the focus. */
export function ConfirmOrCancel({ cancelLabel, onCancel, children }: DangerChoiceProps) {
  return (
    <div className="flex flex-wrap justify-end gap-3">
      {typeof onCancel === 'string' ? (
        <ButtonLink to={onCancel} variant="quiet">
          {cancelLabel}
        </ButtonLink>
      ) : (
        <Button type="button" variant="quiet" onClick={onCancel}>
          {cancelLabel}
        </Button>
      )}
      {children}
    </div>
  );
}
