import { Check, Dot, Eye, EyeOff } from 'lucide-react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import {
  emailConstants,
  passwordConstants,
  usernameConstants,
} from '#shared/constants/accounts.ts';
import { usernameForm } from '#shared/schemas/account-fields.ts';
import { useHydrated } from '#web/lib/use-hydrated.ts';
import { TextField } from '#web/ui/text-field.tsx';
import type { FormFailure } from './account-form.tsx';
import { useFieldError } from './field-errors.ts';

interface FieldProps {
  failure: FormFailure | null;
  hint?: string;
}

interface UsernameFieldProps extends FieldProps {
  /** It is being chosen: its rules are shown as one types. */
  fresh?: boolean;
  /** What is filled in already. */
  known?: string;
}

/** Username input limited to 20 characters on login and register. */
export function UsernameField({ failure, hint, fresh = false, known }: UsernameFieldProps) {
  const value = failure?.typed.username ?? known;
  const { typed, follow } = useTyped(value);
  const text = typed.trim();
  const rules = [
    {
      text: `${usernameConstants.min} to ${usernameConstants.max} characters`,
      met: text.length >= usernameConstants.min && text.length <= usernameConstants.max,
    },
    { text: 'Letters, digits, _ and -, not _ or - first', met: usernameForm.test(text) },
  ];
  return (
    <TextField
      {...follow}
      label="Username"
      name="username"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      required
      maxLength={usernameConstants.max}
      defaultValue={value}
      error={useFieldError('username')}
      hint={fresh ? <Rules rules={rules} more={hint} /> : hint}
    />
  );
}

interface PasswordFieldProps extends Omit<FieldProps, 'failure'> {
  label?: string;
  /** It is being chosen, not asked for. */
  fresh?: boolean;
  /** It is what is left to fill in. */
  focused?: boolean;
}

/** The one field that is left takes the focus, also without script. */
const takesFocus = { autoFocus: true };

export function PasswordField(props: PasswordFieldProps) {
  const { label = 'Password', fresh = false, focused = false, hint } = props;
  const id = useId();
  const awake = useHydrated();
  const [shown, setShown] = useState(false);
  const { typed, follow } = useTyped('');
  const rules = [
    {
      text: `At least ${passwordConstants.min} characters`,
      met: typed.length >= passwordConstants.min,
    },
  ];

  // Browsers keep what is sent from a field of plain text, to offer it again.
  const { ref } = follow;
  useEffect(() => {
    const form = ref.current?.form;
    const hide = () => setShown(false);
    form?.addEventListener('submit', hide);
    return () => form?.removeEventListener('submit', hide);
  }, [ref]);

  return (
    <TextField
      {...follow}
      {...(focused && takesFocus)}
      id={id}
      label={label}
      name="password"
      type={shown ? 'text' : 'password'}
      autoComplete={fresh ? 'new-password' : 'current-password'}
      autoCapitalize="none"
      spellCheck={false}
      required
      minLength={fresh ? passwordConstants.min : undefined}
      maxLength={passwordConstants.max}
      error={useFieldError('password')}
      hint={fresh ? <Rules rules={rules} more={hint} /> : hint}
      end={
        awake && (
          <button
            type="button"
            aria-pressed={shown}
            aria-controls={id}
            onClick={() => setShown(!shown)}
            className="mr-1 grid size-9 place-items-center rounded-md text-muted transition-colors hover:bg-raised hover:text-ink"
          >
            {shown ? (
              <EyeOff aria-hidden className="size-5" />
            ) : (
              <Eye aria-hidden className="size-5" />
            )}
            <span className="sr-only">Show password</span>
          </button>
        )
      }
    />
  );
}

export function EmailField({ failure, hint }: FieldProps) {
  return (
    <TextField
      label="Email"
      name="email"
      type="email"
      autoComplete="email"
      required
      maxLength={emailConstants.max}
      defaultValue={failure?.typed.email}
      error={useFieldError('email')}
      hint={hint}
    />
  );
}

/** What is in an uncontrolled field, also what was typed before scripts ran. */
function useTyped(begun = '') {
  const [typed, setTyped] = useState(begun);
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => setTyped(ref.current?.value ?? ''), []);
  const onInput = (event: FormEvent<HTMLInputElement>) => setTyped(event.currentTarget.value);
  return { typed, follow: { ref, onInput } };
}

interface RulesProps {
  rules: { text: string; met: boolean }[];
  more?: string;
}

/** The rules of a field, each ticked once what was typed meets it. */
function Rules({ rules, more }: RulesProps) {
  return (
    <>
      <span className="flex flex-wrap gap-x-4">
        {rules.map(({ text, met }) => (
          <span key={text} className={`inline-flex items-center gap-1 ${met ? 'text-alive' : ''}`}>
            {met ? (
              <Check aria-hidden className="size-4 shrink-0" />
            ) : (
              <Dot aria-hidden className="size-4 shrink-0" />
            )}
            {text}
            {met && <span className="sr-only"> (done)</span>}
          </span>
        ))}
      </span>
      {more}
    </>
  );
}
