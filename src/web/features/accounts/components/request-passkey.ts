import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { failureTexts } from '#shared/errors/failure-texts.ts';
import type { PasskeyPurpose } from '#shared/schemas/accounts/passkeys.ts';
import { isAppErrorData } from '#web/lib/errors/is-app-error-data.ts';

/** What an authenticator answered, as JSON, or why it did not. */
export type PasskeyAnswer = { credential: string } | { problem: string };

/** Why a browser refused, by the name of its error. */
const problems: Record<string, string> = {
  NotAllowedError: 'Nothing was confirmed. Try again.',
  AbortError: 'Nothing was confirmed. Try again.',
  InvalidStateError: 'This device has a passkey for your account already.',
};

/**
 * Gets a challenge and lets the browser ask for a passkey, or create one. This script has the library and
 * is loaded when it is needed.
 */
export async function requestPasskey(purpose: PasskeyPurpose): Promise<PasskeyAnswer> {
  try {
    const body = new URLSearchParams({ purpose });
    const response = await fetch('/login/challenge', { method: 'post', body });
    const optionsJSON = await response.json();
    if (isAppErrorData(optionsJSON)) return { problem: optionsJSON.error.message };
    const credential =
      purpose === 'add'
        ? await startRegistration({ optionsJSON })
        : await startAuthentication({ optionsJSON });
    return { credential: JSON.stringify(credential) };
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    return { problem: problems[name] ?? failureTexts['login-failed'] };
  }
}
