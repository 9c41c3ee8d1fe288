import { codeKinds, codeConstants as limits } from '#shared/constants/codes.ts';
import { adminMoneyRules } from '#shared/format/amounts/admin-money-rules.ts';
import type { FormError } from '#web/lib/actions/form-error.ts';
import { IdempotencyKey } from '#web/lib/idempotency-key.tsx';
import { ChoiceField, SelectField } from '#web/ui/fields/choice-fields.tsx';
import { MoneyField } from '#web/ui/fields/money-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { ActionForm } from '#web/ui/forms/action-form.tsx';
import { useNumbers } from '#web/ui/texts/numbers.ts';
import { FormFailure } from '../proof-alerts.tsx';
import { codeKindNames } from './describe-codes.ts';

const dayTexts = limits.validDays.map(
  (days) => [String(days), days === 1 ? 'A day' : `${days} days`] as const,
);

const kindHints = {
  money: 'Write the amount below.',
  game: 'Write the name of the game below. Who owns it cannot redeem the code.',
  card: 'Write the names of the game and of the card below.',
  group:
    'Choose the group below. It is as your invitation, also into a group with roles or limits.',
  invitation: 'It works while only people with an invitation can register.',
} as const;

interface CodesFormProps {
  failure: FormError | null;
  /** What was typed before the proof of identity. */
  typed: Record<string, string>;
  formKey: string;
  /** The groups of the site by name. */
  groups: readonly { id: string; name: string }[];
}

/** The form that makes a batch of codes. Without scripts all fields show; the chosen kind says which count. */
export function CodesForm({ failure, typed, formKey, groups }: CodesFormProps) {
  const { formatMoney } = useNumbers();
  const kinds = codeKinds.filter((kind) => kind !== 'group' || groups.length > 0);
  return (
    <ActionForm
      failure={failure}
      hasMessage={false}
      button="Make codes"
      scrolls
      className="panel group grid max-w-form gap-6 p-6 sm:p-8"
    >
      {failure && <FormFailure failure={failure} />}
      <IdempotencyKey value={formKey} />
      <fieldset className="grid gap-3">
        <legend className="mb-3 font-medium">What a code gives</legend>
        {kinds.map((kind) => (
          <ChoiceField
            key={kind}
            type="radio"
            name="kind"
            value={kind}
            label={codeKindNames[kind]}
            hint={kindHints[kind]}
            defaultChecked={(typed.kind ?? 'money') === kind}
          />
        ))}
      </fieldset>
      <div className="hidden group-has-[[value=money]:checked]:block">
        <MoneyField
          label="Amount"
          name="amount"
          maxLength={20}
          defaultValue={typed.amount}
          hint={`At most ${formatMoney(adminMoneyRules.max)}.`}
        />
      </div>
      <div className="hidden group-has-[[value=card]:checked]:block group-has-[[value=game]:checked]:block">
        <TextField
          label="Game"
          name="game"
          autoComplete="off"
          maxLength={200}
          defaultValue={typed.game}
          hint="Its name as the shop shows it."
        />
      </div>
      <div className="hidden group-has-[[value=card]:checked]:block">
        <TextField
          label="Card"
          name="card"
          autoComplete="off"
          maxLength={200}
          defaultValue={typed.card}
        />
      </div>
      {groups.length > 0 && (
        <div className="hidden group-has-[[value=group]:checked]:block">
          <SelectField
            name="groupId"
            label="Group"
            defaultValue={typed.groupId ?? groups[0]?.id ?? ''}
            options={groups.map(({ id, name }) => [id, name] as const)}
          />
        </div>
      )}
      <TextField
        label="How many codes"
        name="count"
        type="number"
        min={1}
        max={limits.batchMax}
        required
        defaultValue={typed.count ?? '1'}
      />
      <TextField
        label="How often each can be used"
        name="uses"
        type="number"
        min={1}
        max={limits.usesMax}
        required
        defaultValue={typed.uses ?? '1'}
      />
      <TextField
        label="How many of them an account can redeem"
        name="accountMax"
        type="number"
        min={1}
        max={limits.accountMax}
        required
        defaultValue={typed.accountMax ?? '1'}
        hint="Of all codes of this batch together."
      />
      <SelectField
        name="days"
        label="Valid for"
        defaultValue={typed.days ?? '30'}
        options={dayTexts}
      />
      <TextField
        label="Note"
        name="note"
        autoComplete="off"
        maxLength={limits.noteMax}
        defaultValue={typed.note}
        hint="What they are for. Only admins see it."
      />
    </ActionForm>
  );
}
