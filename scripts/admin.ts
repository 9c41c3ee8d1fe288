import { changeSite } from './operator/change-site.ts';
import { runProcessAs } from './operator/run-command.ts';

// Makes an account an admin: `npm run admin -- USERNAME`. Replaces the secret that signs cookies and tokens:
// `npm run admin -- --rotate-secret`. Removes the second factors and passkeys of an account whose owner lost
// them: `npm run admin -- --remove-factors USERNAME`. Encrypts stored secrets with the newest secret:
// `npm run admin -- --encrypt-again`. Makes new keys for push notifications after the encryption
// key was lost: `npm run admin -- --new-push-keys`. Exits with 1 on failure.

await runProcessAs(changeSite);
