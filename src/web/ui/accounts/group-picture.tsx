import { UsersRound } from 'lucide-react';

interface GroupPictureProps {
  /** The path of a square picture; null without one. */
  path: string | null;
  /** Width and height in CSS pixels. */
  size?: number;
}

/** The picture of a group, whose name stands beside it. */
export function GroupPicture({ path, size = 56 }: GroupPictureProps) {
  if (path !== null) {
    return (
      <img
        src={path}
        width={size}
        height={size}
        alt=""
        decoding="async"
        className="shrink-0 rounded-md bg-raised object-cover text-transparent"
      />
    );
  }
  return (
    <span
      aria-hidden
      style={{ width: size, height: size }}
      className="grid shrink-0 place-items-center rounded-md bg-plinth text-muted"
    >
      <UsersRound className="size-1/2" strokeWidth={1.5} />
    </span>
  );
}
