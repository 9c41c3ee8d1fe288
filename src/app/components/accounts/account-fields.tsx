import { email, password, username } from '#shared/limits.ts';
import { TextField } from '../text-field.tsx';
import type { FormFailure } from './account-form.tsx';

interface FieldProps {
  failure: FormFailure | null;
}

/** spec 5: username input limited to 20 characters on login and register. */
export function UsernameField({ failure, hint }: FieldProps & { hint?: string }) {
  return (
    <TextField
      label="Username"
      name="username"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      required
      maxLength={username.max}
      defaultValue={failure?.typed.username}
      error={failure?.fields.username}
      hint={hint}
    />
  );
}

interface PasswordFieldProps extends FieldProps {
  label?: string;
  /** It is being chosen, not asked for. */
  fresh?: boolean;
}

export function PasswordField({ failure, label = 'Password', fresh = false }: PasswordFieldProps) {
  return (
    <TextField
      label={label}
      name="password"
      type="password"
      autoComplete={fresh ? 'new-password' : 'current-password'}
      required
      minLength={fresh ? password.min : undefined}
      maxLength={password.max}
      error={failure?.fields.password}
      hint={fresh ? `At least ${password.min} characters.` : undefined}
    />
  );
}

export function EmailField({ failure, hint }: FieldProps & { hint?: string }) {
  return (
    <TextField
      label="Email"
      name="email"
      type="email"
      autoComplete="email"
      required
      maxLength={email.max}
      defaultValue={failure?.typed.email}
      error={failure?.fields.email}
      hint={hint}
    />
  );
}
