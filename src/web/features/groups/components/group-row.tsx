import { Link } from 'react-router';
import type { ListedGroup } from '#domain/groups/list-groups.ts';
import { groupPath } from '#web/paths/groups.ts';
import { GroupPicture } from '#web/ui/accounts/group-picture.tsx';
import { useNumbers } from '#web/ui/texts/numbers.ts';
import { describeJoining, describeState } from './describe-group.ts';

/** A group in the list, with a link to its page. */
export function GroupRow({ group }: { group: ListedGroup }) {
  const { formatInteger } = useNumbers();
  const { id, name, description, members, picture } = group;
  const state = describeState(group);
  return (
    <li className="panel relative flex items-start gap-4 p-4 sm:px-5">
      <GroupPicture path={picture?.thumbnail.path ?? null} />
      <div className="grid min-w-0 flex-1 gap-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <Link
            to={groupPath(id)}
            prefetch="intent"
            className="min-w-0 text-lg leading-tight font-semibold wrap-anywhere after:absolute after:inset-0 hover:text-link"
          >
            <bdi>{name}</bdi>
          </Link>
          {state && (
            <span className="rounded-full bg-raised px-2 py-0.5 text-xs font-semibold text-muted">
              {state}
            </span>
          )}
        </p>
        {description && (
          <p className="line-clamp-2 wrap-anywhere text-muted">
            <bdi>{description}</bdi>
          </p>
        )}
        <p className="text-sm text-muted">
          {members !== null &&
            `${formatInteger(members)} ${members === 1 ? 'member' : 'members'} · `}
          {describeJoining(group)}
        </p>
      </div>
    </li>
  );
}
