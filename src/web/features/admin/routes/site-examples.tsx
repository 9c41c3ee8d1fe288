import { Form } from 'react-router';
import { hasFreshProof } from '#domain/accounts/sessions/fresh-proof.ts';
import {
  countExampleAccounts,
  removeExampleCommunity,
} from '#domain/example-community/remove-example-community.ts';
import { readExampleCommunity } from '#domain/site/example-community.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { removeExamplesForm } from '#shared/schemas/site-forms.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { runLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { submitToServer } from '#web/lib/actions/submit-to-server.ts';
import { useFormResult } from '#web/lib/actions/use-form-result.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { ChoiceField } from '#web/ui/choice-fields.tsx';
import { PageBack } from '#web/ui/page.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { AdminPage } from '../components/admin-page.tsx';
import { FormFailure, ProofAlert } from '../components/proof-alerts.tsx';
import { requireAdminForm, requireAdminPage } from '../require-admin-page.ts';
import type { Route } from './+types/site-examples';

export const headers = formHeaders;

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  noIndexHead(loaderData ? 'Example community' : 'Not found', matches);

export const handle = { failure: 'Failed to load the administration.' };

export async function loader(args: Route.LoaderArgs) {
  return runLoader(args, async (ctx) => {
    requireAdminPage(ctx);
    const [state, players, isProven] = await Promise.all([
      readExampleCommunity(ctx.db),
      countExampleAccounts(ctx),
      hasFreshProof(ctx),
    ]);
    return { state, players, isProven };
  });
}

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'administration-failed', async (ctx, form) => {
    requireAdminForm(ctx);
    if (form.get('intent') !== 'remove-examples') throw new AppError('bad-input');
    parseInput(removeExamplesForm, form);
    await removeExampleCommunity(ctx);
    return { done: 'The removal has begun. It takes some seconds.' };
  });
}

export function clientAction(args: Route.ClientActionArgs) {
  return submitToServer(args, 'administration-failed');
}

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
    <AdminPage current="site">
      <PageBack to="/admin/site" label="Back to the site" />
      {state === 'made' && !isProven && !failure?.needsProof && <ProofAlert />}
      {done && <Alert tone="success">{done}</Alert>}
      {failure && <FormFailure failure={failure} />}
      <Panel title="Example community">
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
  const pending = usePending({ intent: 'remove-examples' });
  return (
    <Form method="post" className="grid gap-5">
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
      <div>
        <Button variant="danger" name="intent" value="remove-examples" pending={pending}>
          Remove the examples
        </Button>
      </div>
    </Form>
  );
}
