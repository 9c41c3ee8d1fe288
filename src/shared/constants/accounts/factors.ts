/** Second factors: codes of an authenticator app (TOTP), recovery codes and passkeys. */
export const factorConstants = {
  codeDigits: 6,
  /** A code is valid in its period and in the one before and after, because clocks differ. */
  periodSeconds: 30,
  /** How long a new secret waits for its first code. */
  setUpMs: 60 * 60 * 1000,
  recoveryCodes: 10,
  /** How long a login waits for its second factor after the password. */
  pendingLoginMs: 5 * 60 * 1000,
  passkeysPerAccount: 10,
  passkeyNameMax: 60,
  /** How long an authenticator has to answer the challenge of a passkey. */
  challengeMs: 5 * 60 * 1000,
} as const;
