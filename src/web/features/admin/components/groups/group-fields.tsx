import {
  groupConstants,
  type JoinMode,
  joinModes,
  type MemberAudience,
  memberAudiences,
} from '#shared/constants/groups.ts';
import { ChoiceField } from '#web/ui/fields/choice-fields.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';

const audienceTexts: Record<MemberAudience, { label: string; hint: string }> = {
  everyone: { label: 'Everybody who is logged in', hint: 'As for a club.' },
  members: { label: 'Its members', hint: 'As for a class.' },
  leaders: { label: 'Its leaders and admins', hint: 'Members do not see each other here.' },
};

const joinTexts: Record<JoinMode, { label: string; hint: string }> = {
  self: {
    label: 'By oneself',
    hint: 'Everybody who has an account. Once something hangs on the group, only by request.',
  },
  request: { label: 'By request', hint: 'A leader or an admin accepts it.' },
  invitation: { label: 'By invitation only', hint: 'Admins add members and make invitations.' },
};

interface GroupFieldsProps {
  group?: { name: string; description: string; membersShownTo: MemberAudience; joining: JoinMode };
}

/** The fields with the facts of a group. */
export function GroupFields({ group }: GroupFieldsProps) {
  return (
    <>
      <TextField
        label="Name"
        name="name"
        required
        autoComplete="off"
        maxLength={groupConstants.nameMax}
        defaultValue={group?.name}
      />
      <TextField
        multiline
        label="Description"
        name="description"
        maxLength={groupConstants.descriptionMax}
        counter
        defaultValue={group?.description}
      />
      <fieldset className="grid gap-3">
        <legend className="mb-3 font-medium">How one joins</legend>
        {joinModes.map((mode) => (
          <ChoiceField
            key={mode}
            type="radio"
            name="joining"
            value={mode}
            {...joinTexts[mode]}
            defaultChecked={(group?.joining ?? 'request') === mode}
          />
        ))}
      </fieldset>
      <fieldset className="grid gap-3">
        <legend className="mb-3 font-medium">Who sees the members</legend>
        {memberAudiences.map((audience) => (
          <ChoiceField
            key={audience}
            type="radio"
            name="membersShownTo"
            value={audience}
            {...audienceTexts[audience]}
            defaultChecked={(group?.membersShownTo ?? 'members') === audience}
          />
        ))}
      </fieldset>
    </>
  );
}
