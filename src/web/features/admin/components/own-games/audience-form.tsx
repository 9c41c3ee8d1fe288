import type { GroupsOfGame } from '#domain/groups/game-groups.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ChoiceField } from '#web/ui/fields/choice-fields.tsx';
import { ActionForm } from '#web/ui/forms/action-form.tsx';
import { Panel } from '#web/ui/panel.tsx';

/** The form that says for whom a game exists: for everybody, or for the members of groups. */
export function AudienceForm({ isForGroups, groups }: GroupsOfGame) {
  const isForNobody = isForGroups && !groups.some(({ isChosen }) => isChosen);
  return (
    <Panel title="Who may see this game">
      <p className="max-w-prose text-muted">
        For everybody else the game does not exist: not in the shop, not on the market, not in their
        library. Who owns it keeps it. Moderators, admins and editors see every game.
      </p>
      {isForNobody && (
        <Alert>Its groups were deleted. Nobody else sees this game until you choose again.</Alert>
      )}
      {groups.length === 0 && !isForGroups ? (
        <p>Everybody sees it. A game can be for members only when the site has a group.</p>
      ) : (
        <ActionForm
          // A new form after a save, so that it shows what was saved.
          key={[isForGroups, ...groups.map(({ isChosen }) => isChosen)].join()}
          intent="audience"
          button="Save who sees it"
          size="sm"
          className="grid gap-4"
        >
          <ChoiceField
            type="radio"
            name="audience"
            value="everybody"
            label="Everybody"
            hint="Visitors too, as far as no age limit holds for them."
            defaultChecked={!isForGroups}
          />
          <ChoiceField
            type="radio"
            name="audience"
            value="groups"
            label="Only members of these groups"
            hint="Then nobody joins these groups by himself any more."
            defaultChecked={isForGroups}
          />
          <fieldset className="ml-8 grid max-h-80 gap-3 overflow-y-auto">
            <legend className="sr-only">Groups</legend>
            {groups.map(({ id, name, members, isChosen }) => (
              <ChoiceField
                key={id}
                name="group"
                value={id}
                label={name}
                hint={members === 1 ? '1 member' : `${members} members`}
                defaultChecked={isChosen}
              />
            ))}
          </fieldset>
        </ActionForm>
      )}
    </Panel>
  );
}
