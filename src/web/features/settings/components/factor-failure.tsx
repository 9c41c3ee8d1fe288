import type { FormError } from '#web/lib/actions/form-error.ts';
import { proofPath } from '#web/paths/proof.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';

/** Why a change failed, with a link to the proof of identity if that is missing. */
export function FactorFailure({ failure, next }: { failure: FormError; next: string }) {
  return (
    <Alert
      tone="failure"
      action={
        (failure.needsProof && (
          <ButtonLink to={proofPath(next)} size="sm">
            Continue
          </ButtonLink>
        )) ||
        (failure.code === 'unconfirmed-email' && (
          <ButtonLink to="/confirm" size="sm">
            Confirm
          </ButtonLink>
        ))
      }
    >
      {failure.message}
    </Alert>
  );
}
