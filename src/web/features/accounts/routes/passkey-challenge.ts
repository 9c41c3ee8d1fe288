import { requestPasskeyChallenge } from '#domain/accounts/passkeys/request-challenge.ts';
import { passkeyChallengeForm } from '#shared/schemas/accounts/passkeys.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { runAction, runLoader } from '#web/lib/actions/run-loader-or-action.ts';
import type { Route } from './+types/passkey-challenge';

/** Somebody opened the address, which only scripts need. */
export async function loader(args: Route.LoaderArgs) {
  return runLoader(args, async () => {
    throw redirect('/login');
  });
}

/** Creates a challenge for a passkey: the options of the browser's authenticator. */
export async function action(args: Route.ActionArgs) {
  return runAction(args, async (ctx, form) => {
    const { purpose } = parseInput(passkeyChallengeForm, form);
    const { options, cookie } = await requestPasskeyChallenge(ctx, purpose);
    return Response.json(options, { headers: { 'Set-Cookie': cookie } });
  });
}
