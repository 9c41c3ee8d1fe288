import { adminMoneyRules } from '#shared/format/amounts/admin-money-rules.ts';
import { ModerationActionForm } from '#web/features/moderation/public.ts';
import { IdempotencyKey } from '#web/lib/idempotency-key.tsx';
import { MoneyField } from '#web/ui/fields/money-field.tsx';
import { useNumbers } from '#web/ui/texts/numbers.ts';

/** The idempotency keys of the two forms. */
export interface PersonMoneyKeys {
  give: string;
  take: string;
}

interface PersonMoneyFormsProps {
  username: string;
  /** Cents. */
  balance: number;
  keys: PersonMoneyKeys;
}

/** The forms by which an admin gives and takes money. */
export function PersonMoneyForms({ username, balance, keys }: PersonMoneyFormsProps) {
  const { formatMoney } = useNumbers();
  return (
    <>
      <ModerationActionForm
        intent="give-money"
        title="Give money"
        intro={`At most ${formatMoney(adminMoneyRules.max)} at a time. ${username} reads the reason.`}
        question={`Give money to ${username}?`}
        consequence={`The balance is ${formatMoney(balance)} now.`}
        submitLabel="Give money"
        variant="quiet"
      >
        <IdempotencyKey value={keys.give} />
        <AmountField />
      </ModerationActionForm>
      <ModerationActionForm
        intent="take-money"
        title="Take money"
        intro={`A fine, at most ${formatMoney(adminMoneyRules.max)} at a time and not more than the balance. ${username} reads the reason and can appeal.`}
        question={`Take money from ${username}?`}
        consequence={`The balance is ${formatMoney(balance)} now. What buy orders have set aside is not taken.`}
        submitLabel="Take money"
        variant="danger"
      >
        <IdempotencyKey value={keys.take} />
        <AmountField />
      </ModerationActionForm>
    </>
  );
}

function AmountField() {
  return <MoneyField name="amount" label="Amount" required maxLength={20} />;
}
