import { Check, Dot, Eye, EyeOff } from 'lucide-react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import {
  emailConstants,
  passwordConstants,
  usernameConstants,
} from '#shared/constants/accounts/credentials.ts';
import { countCharacters } from '#shared/format/texts/characters.ts';
import { usernameForm } from '#shared/schemas/accounts/account-fields.ts';
import { useHydrated } from '#web/lib/use-hydrated.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { useFailedForm } from '#web/ui/forms/failed-form.ts';

interface FieldProps {
  hint?: string;
}

interface UsernameFieldProps extends FieldProps {
  /** For choosing a new username: shows the rules while the user types. */
  isNew?: boolean;
  /** The username that is filled in at first. */
  initialValue?: string;
}

/** The username field of login and registration, at most 20 characters. */
export function UsernameField({ hint, isNew = false, initialValue }: UsernameFieldProps) {
  const value = useFailedForm()?.typed?.username ?? initialValue;
  const { typed, trackProps } = useTypedText(value);
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
      {...trackProps}
      label="Username"
      name="username"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      required
      maxLength={usernameConstants.max}
      defaultValue={value}
      hint={isNew ? <Rules rules={rules} more={hint} /> : hint}
    />
  );
}

interface PasswordFieldProps extends FieldProps {
  label?: string;
  name?: string;
  /** For choosing a new password: shows its rules. */
  isNew?: boolean;
  /** Whether the field has the focus at first, as the one field that is left to fill in. */
  takesFocus?: boolean;
}

/** The attribute also works without scripts. */
const autoFocusProps = { autoFocus: true };

export function PasswordField(props: PasswordFieldProps) {
  const { label = 'Password', name = 'password', isNew = false, takesFocus = false, hint } = props;
  const id = useId();
  const hydrated = useHydrated();
  const [visible, setVisible] = useState(false);
  const { typed, trackProps } = useTypedText('');
  const rules = [
    {
      text: `At least ${passwordConstants.min} characters`,
      met: countCharacters(typed) >= passwordConstants.min,
    },
  ];

  // Browsers store the text of plain text fields when a form is sent, to suggest it later.
  const { ref } = trackProps;
  useEffect(() => {
    const form = ref.current?.form;
    const hide = () => setVisible(false);
    form?.addEventListener('submit', hide);
    return () => form?.removeEventListener('submit', hide);
  }, [ref]);

  return (
    <TextField
      {...trackProps}
      {...(takesFocus && autoFocusProps)}
      id={id}
      label={label}
      name={name}
      type={visible ? 'text' : 'password'}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      autoCapitalize="none"
      spellCheck={false}
      required
      minLength={isNew ? passwordConstants.min : undefined}
      maxLength={passwordConstants.max}
      hint={isNew ? <Rules rules={rules} more={hint} /> : hint}
      end={
        hydrated && (
          <button
            type="button"
            aria-pressed={visible}
            aria-controls={id}
            onClick={() => setVisible(!visible)}
            className="mr-1 grid size-9 place-items-center rounded-md text-muted transition-colors hover:bg-raised hover:text-ink"
          >
            {visible ? (
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

interface EmailFieldProps extends FieldProps {
  label?: string;
  /** What was typed before the proof of identity. */
  initialValue?: string;
}

export function EmailField({ hint, label = 'Email', initialValue }: EmailFieldProps) {
  return (
    <TextField
      label={label}
      name="email"
      type="email"
      autoComplete="email"
      required
      maxLength={emailConstants.max}
      defaultValue={initialValue}
      hint={hint}
    />
  );
}

/** The text of an uncontrolled field, including text that was typed before hydration. */
function useTypedText(initialText = '') {
  const [typed, setTyped] = useState(initialText);
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => setTyped(ref.current?.value ?? ''), []);
  const onInput = (event: FormEvent<HTMLInputElement>) => setTyped(event.currentTarget.value);
  return { typed, trackProps: { ref, onInput } };
}

interface RulesProps {
  rules: { text: string; met: boolean }[];
  more?: string;
}

/** The rules of a field. A rule that the typed text meets is ticked. */
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
