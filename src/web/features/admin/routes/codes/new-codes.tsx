import { hasFreshProof } from '#domain/accounts/sessions/fresh-proof.ts';
import { makeCodes } from '#domain/codes/make-codes.ts';
import { listGroupNames } from '#domain/groups/list-groups.ts';
import { requireActor } from '#domain/permissions/require-actor.ts';
import { codeConstants } from '#shared/constants/codes.ts';
import { codesInput } from '#shared/schemas/codes.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { formHeaders } from '#web/lib/actions/form-action.ts';
import { runFormActionWithProof } from '#web/lib/actions/run-form-action-with-proof.ts';
import { sendForm } from '#web/lib/actions/submit-to-server.ts';
import { readTypedTexts } from '#web/lib/actions/typed-texts-cookie.ts';
import { useFormResult } from '#web/lib/actions/use-form-result.ts';
import { drawQrCode } from '#web/lib/qr-code.ts';
import { createFormKey } from '#web/lib/rendering-cache/values-of-request.ts';
import { guardedHead } from '#web/lib/seo/page-head.ts';
import { useNumbers } from '#web/ui/texts/numbers.ts';
import { AdminPage } from '../../components/admin-page.tsx';
import { CodesForm } from '../../components/codes/codes-form.tsx';
import { describeGift } from '../../components/codes/describe-codes.ts';
import { PrintedCodes } from '../../components/codes/printed-codes.tsx';
import { SettingMessages } from '../../components/proof-alerts.tsx';
import { requireAdminForm, runAdminLoader } from '../../run-admin-page.ts';
import type { Route } from './+types/new-codes';

export const headers = formHeaders;

export const meta = guardedHead('New codes');

export const handle = { failure: 'Failed to load the administration.' };

export async function loader(args: Route.LoaderArgs) {
  return runAdminLoader(args, async (ctx) => ({
    origin: ctx.site.origin,
    isProven: await hasFreshProof(ctx),
    typed: readTypedTexts(args.request, requireActor(ctx)),
    key: createFormKey(ctx),
    groups: await listGroupNames(ctx),
  }));
}

const typedNames = [
  'kind',
  'amount',
  'game',
  'card',
  'groupId',
  'count',
  'uses',
  'accountMax',
  'days',
  'note',
];

export async function action(args: Route.ActionArgs) {
  return runFormActionWithProof(args, 'administration-failed', typedNames, async (ctx, form) => {
    requireAdminForm(ctx);
    const input = parseInput(codesInput, form);
    const { batchId, codes } = await makeCodes(ctx, input);
    const { kind } = input;
    const groups = kind === 'group' ? await listGroupNames(ctx) : [];
    const group = kind === 'group' && groups.find(({ id }) => id === input.groupId);
    return {
      batchId,
      gift: {
        kind,
        amount: kind === 'money' ? input.amount : null,
        game: kind === 'game' || kind === 'card' ? input.game : null,
        card: kind === 'card' ? input.card : null,
        group: group ? group.name : null,
      },
      expiresAt: new Date(ctx.clock.now().getTime() + input.days * codeConstants.dayMs),
      codes: codes.map((code) => ({
        code,
        qrCode: drawQrCode(`${ctx.site.origin}/redeem?code=${code}`),
      })),
    };
  });
}

export const clientAction = sendForm<typeof action>('administration-failed');

/** Asks what codes are for, then shows them to print. */
export default function NewCodes({ loaderData, actionData }: Route.ComponentProps) {
  const { data: made, failure } = useFormResult(actionData);
  const { formatMoney } = useNumbers();
  const { origin, isProven, typed, key, groups } = loaderData;
  const back = { to: '/admin/codes', label: 'Back to codes' };
  if (made && 'codes' in made) {
    return (
      <AdminPage current="codes" title="Your new codes" back={back}>
        <PrintedCodes
          batchId={made.batchId}
          codes={made.codes}
          gift={describeGift(made.gift, formatMoney)}
          expiresAt={made.expiresAt}
          address={`${new URL(origin).host}/redeem`}
        />
      </AdminPage>
    );
  }
  return (
    <AdminPage current="codes" title="New codes" back={back}>
      <SettingMessages isProven={isProven} done={null} failure={failure} isInForm />
      <CodesForm failure={failure} typed={typed} formKey={key} groups={groups} />
    </AdminPage>
  );
}
