export { EmailField, PasswordField, UsernameField } from './components/account-fields.tsx';
export { AccountForm } from './components/account-form.tsx';
export { CodeField } from './components/code-field.tsx';
export { LogoutForm } from './components/logout-form.tsx';
export { PasskeyForm } from './components/passkey-form.tsx';
export {
  RegisterButton,
  RegisterWord,
  useRegistrationOpen,
} from './components/register-link.tsx';
export { SignOnButton } from './components/sign-on-button.tsx';
