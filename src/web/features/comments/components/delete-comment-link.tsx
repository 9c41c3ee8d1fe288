import { Trash2 } from 'lucide-react';
import { Link } from 'react-router';

interface DeleteCommentLinkProps {
  /** The path of the question before the comment is deleted. */
  path: string;
  author: string;
  /** Opens the question in a dialog. */
  onDelete: () => void;
}

/** The class of the icon buttons of a comment. */
export const commentTool =
  'grid size-10 shrink-0 place-items-center rounded-md text-muted transition-colors hover:bg-raised';

/** The link that asks whether to delete a comment. */
export function DeleteCommentLink({ path, author, onDelete }: DeleteCommentLinkProps) {
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
