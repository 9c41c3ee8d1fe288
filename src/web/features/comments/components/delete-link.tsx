import { Trash2 } from 'lucide-react';
import { Link } from 'react-router';

interface DeleteLinkProps {
  /** The address that asks whether the comment shall be deleted. */
  path: string;
  author: string;
  /** Asks it here. */
  onDelete: () => void;
}

/** How a tool of a comment looks. */
export const commentTool =
  'grid size-10 shrink-0 place-items-center rounded-md text-muted transition-colors hover:bg-raised';

/** The way to the question whether a comment shall be deleted, at the end of its head. */
export function DeleteLink({ path, author, onDelete }: DeleteLinkProps) {
  return (
    <Link
      to={path}
      preventScrollReset
      aria-label={`Delete the comment of ${author}`}
      title="Delete"
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        onDelete();
      }}
      className={`${commentTool} -mr-2 hover:text-danger`}
    >
      <Trash2 aria-hidden className="size-4.5" />
    </Link>
  );
}
