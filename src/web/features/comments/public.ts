export type { CommentAnswer } from './components/comment-form-result.ts';
export {
  type CommentToDelete,
  DeleteCommentDialog,
  DeleteCommentForm,
  deleteQuestion,
} from './components/delete-comment.tsx';
export { commentTool, DeleteCommentLink } from './components/delete-comment-link.tsx';
export { ProfileComments } from './components/profile-comments.tsx';
export { useCommentDeletion } from './components/use-comment-deletion.ts';
