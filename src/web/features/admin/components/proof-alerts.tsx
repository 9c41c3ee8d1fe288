import { useLocation } from 'react-router';
import type { FormError } from '#web/lib/actions/form-error.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ProofLink } from '#web/ui/proof-link.tsx';

/** Says, before anything is typed, that saving needs a proof of identity. */
export function ProofAlert() {
  const { pathname } = useLocation();
  return (
    <Alert action={<ProofLink next={pathname} />}>
      To change something here, first confirm that it is you. Then you are not asked for ten
      minutes.
    </Alert>
  );
}

/**
 * The error of a form. If the proof became too old while the form was filled in, the proof opens in a new
 * tab: the texts can be longer than a cookie, and stay in this one.
 */
export function FormFailure({ failure }: { failure: FormError }) {
  const { pathname } = useLocation();
  if (!failure.needsProof) return <Alert tone="failure">{failure.message}</Alert>;
  return (
    <Alert tone="failure" action={<ProofLink next={pathname} opensTab />}>
      This was not saved. Confirm in a new tab that it is you, then save it here again.
    </Alert>
  );
}

interface SettingMessagesProps {
  /** Whether the reader has proved who they are, as saving needs it. */
  isProven: boolean;
  done: string | null;
  failure: FormError | null;
  /** Whether the form that failed shows its error itself. */
  isInForm?: boolean;
}

/** What stands above forms that need a proof of identity: that, and what the last one did. */
export function SettingMessages({
  isProven,
  done,
  failure,
  isInForm = false,
}: SettingMessagesProps) {
  return (
    <>
      {!isProven && !failure?.needsProof && <ProofAlert />}
      {done && <Alert tone="success">{done}</Alert>}
      {failure && !isInForm && <FormFailure failure={failure} />}
    </>
  );
}
