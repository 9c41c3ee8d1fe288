import { hasFreshProof } from '#domain/accounts/sessions/fresh-proof.ts';
import {
  countExampleAccounts,
  removeExampleCommunity,
} from '#domain/example-community/remove-example-community.ts';
import { readExampleCommunity } from '#domain/site/example-community-state.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { removeExamplesForm } from '#shared/schemas/administration/site-forms.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { formHeaders } from '#web/lib/actions/form-action.ts';
import { sendForm } from '#web/lib/actions/submit-to-server.ts';
import { useFormResult } from '#web/lib/actions/use-form-result.ts';
import { guardedHead } from '#web/lib/seo/page-head.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { ChoiceField } from '#web/ui/fields/choice-fields.tsx';
import { ActionForm } from '#web/ui/forms/action-form.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { AdminPage } from '../../components/admin-page.tsx';
import { SettingMessages } from '../../components/proof-alerts.tsx';
import { runAdminAction, runAdminLoader } from '../../run-admin-page.ts';
import type { Route } from './+types/site-examples';

export const headers = formHeaders;

export const meta = guardedHead('Example community');

export const handle = { failure: 'Failed to load the administration.' };

export async function loader(args: Route.LoaderArgs) {
  return runAdminLoader(args, async (ctx) => {
    const [state, players, isProven] = await Promise.all([
      readExampleCommunity(ctx.db),
      countExampleAccounts(ctx),
      hasFreshProof(ctx),
    ]);
    return { state, players, isProven };
  });
}

export async function action(args: Route.ActionArgs) {
  return runAdminAction(args, async (ctx, form) => {
    if (form.get('intent') !== 'remove-examples') throw new AppError('bad-input');
    parseInput(removeExamplesForm, form);
    await removeExampleCommunity(ctx);
    return { done: 'The removal has begun. It takes some seconds.' };
  });
}

export const clientAction = sendForm<typeof action>('administration-failed');

const stateTexts = {
  making: 'The examples are being made. This takes some seconds.',
  failed:
    'The examples could not be made. The log of the server says why. Nothing of them is left.',
  removing: 'The examples are being removed. This takes some seconds.',
  removed: 'The examples were removed.',
};

/** The example community: what it is, and its removal. */
export default function SiteExamples({ loaderData, actionData }: Route.ComponentProps) {
  const { state, players, isProven } = loaderData;
  const { done, failure } = useFormResult(actionData);
  const isWorking = state === 'making' || state === 'removing';
  return (
    <AdminPage
      current="site"
      title="Example community"
      back={{ to: '/admin/site', label: 'Back to the site' }}
    >
      <SettingMessages isProven={isProven || state !== 'made'} done={done} failure={failure} />
      <Panel title="Invented players">
        {state === 'made' ? (
          <RemovalForm players={players} error={failure?.fields.confirm} />
        ) : (
          <div className="grid justify-items-start gap-4">
            <p role="status">
              {state === null
                ? 'This site has no example community. Only a new site can begin with one.'
                : stateTexts[state]}
            </p>
            {isWorking && (
              <ButtonLink to="/admin/site/examples" variant="quiet" size="sm" replace>
                Look again
              </ButtonLink>
            )}
          </div>
        )}
      </Panel>
    </AdminPage>
  );
}

function RemovalForm({ players, error }: { players: number; error: string | undefined }) {
  return (
    <ActionForm intent="remove-examples" button="Remove the examples" variant="danger" scrolls>
      <p className="max-w-prose">
        {players} invented players, with their games, cards, discussions, pictures, listings and
        orders. Nobody can log in to them, and their profiles say that they are examples. They do
        not count as new players in the figures.
      </p>
      <div className="grid gap-2">
        <h3 className="font-semibold">What happens when they are removed</h3>
        <ul className="grid max-w-prose list-disc gap-1.5 pl-5 text-muted">
          <li>
            Their listings, buy orders and trade offers end at once. So do friendships with them.
          </li>
          <li>
            Cards and money that real players got from them stay. Trades with them stay in the
            history, with a former player.
          </li>
          <li>
            Their pictures, comments and discussions disappear. A discussion in which a real player
            has written stays, without the text of the example.
          </li>
          <li>The cards and the money that they still have leave the game in the next night.</li>
        </ul>
      </div>
      <ChoiceField
        name="confirm"
        label="Remove all examples"
        hint={error ?? 'This cannot be undone.'}
        defaultChecked={false}
      />
    </ActionForm>
  );
}
