import { TextField } from '#web/ui/fields/text-field.tsx';

interface CodeFieldProps {
  /** Whether a recovery code is asked for. */
  isRecovery?: boolean;
  takesFocus?: boolean;
}

/** The attribute also works without scripts. */
const autoFocusProps = { autoFocus: true };

/** The field of a code of the authenticator app, or of a recovery code. */
export function CodeField({ isRecovery = false, takesFocus = false }: CodeFieldProps) {
  return (
    <TextField
      {...(takesFocus && autoFocusProps)}
      key={String(isRecovery)}
      label={isRecovery ? 'Recovery code' : 'Code'}
      name="code"
      autoComplete={isRecovery ? 'off' : 'one-time-code'}
      autoCapitalize="none"
      spellCheck={false}
      inputMode={isRecovery ? 'text' : 'numeric'}
      required
      maxLength={30}
      hint={
        isRecovery
          ? 'One of the codes that you saved, such as abcd-efgh-jkmn-pqrs. Each works once.'
          : 'The six digits that your authenticator app shows.'
      }
      className="tabular-nums"
    />
  );
}
