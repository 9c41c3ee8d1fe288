import type { GroupsOfGame } from '#domain/groups/game-groups.ts';
import { SelectField } from '#web/ui/fields/choice-fields.tsx';
import { MoneyField } from '#web/ui/fields/money-field.tsx';
import { ActionForm } from '#web/ui/forms/action-form.tsx';
import { ButtonForm } from '#web/ui/forms/button-form.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { MoneyAmount } from '#web/ui/texts/money-amount.tsx';

/** The prices of a game for the members of groups, and the form that sets one. */
export function GroupPrices({ groups }: Pick<GroupsOfGame, 'groups'>) {
  const priced = groups.filter(({ price }) => price !== null);
  return (
    <Panel title="Prices for groups">
      <p className="max-w-prose text-muted">
        Members pay the lowest of these prices, of the usual one and of a sale. Nobody joins a group
        with a price by himself any more.
      </p>
      {priced.length > 0 && (
        <ul className="grid gap-3">
          {priced.map(({ id, name, price }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-3">
              <p className="min-w-0 wrap-anywhere">
                <strong>{price === 0 ? 'Free' : <MoneyAmount cents={price ?? 0} />}</strong> for
                members of <bdi>{name}</bdi>
              </p>
              <ButtonForm
                values={{ intent: 'end-group-price', groupId: id }}
                aria-label={`End the price for ${name}`}
              >
                End
              </ButtonForm>
            </li>
          ))}
        </ul>
      )}
      {groups.length === 0 ? (
        <p>The site has no groups.</p>
      ) : (
        <ActionForm
          key={priced.map(({ id, price }) => `${id} ${price}`).join()}
          intent="group-price"
          hasMessage="without-field"
          aria-label="Set a price for a group"
          button="Save the price"
          variant="quiet"
          className="grid gap-4"
        >
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <SelectField
              label="Group"
              name="groupId"
              defaultValue={groups[0]?.id ?? ''}
              options={groups.map(({ id, name }) => [id, name] as const)}
            />
            <MoneyField label="Price for its members" name="groupPrice" required />
          </div>
        </ActionForm>
      )}
    </Panel>
  );
}
