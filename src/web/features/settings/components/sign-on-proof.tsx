import { CodeField, SignOnButton } from '#web/features/accounts/public.ts';

interface SignOnProofProps {
  next: string;
  /** Whether the account has a second factor. */
  needsCode: boolean;
  isRecovery: boolean;
  /** Whether there is no password to enter instead. */
  isOnly: boolean;
}

/** A proof of identity by a new login at the provider of single sign-on. */
export function SignOnProof({ next, needsCode, isRecovery, isOnly }: SignOnProofProps) {
  return (
    <section className="panel mt-6 grid gap-4 p-6 sm:p-8">
      <h2 className="text-lg font-bold">
        {isOnly ? 'Log in by single sign-on again' : 'Or by single sign-on'}
      </h2>
      <SignOnButton
        text="Continue to the provider"
        purpose="proof"
        next={next}
        variant={isOnly ? 'primary' : 'quiet'}
        block
      >
        {needsCode && <CodeField isRecovery={isRecovery} />}
      </SignOnButton>
    </section>
  );
}
