export type { Comment, CommentAnswer } from './components/comment.ts';
export {
  DeleteCommentDialog,
  DeleteCommentForm,
  deleteQuestion,
} from './components/delete-comment.tsx';
export { commentTool, DeleteLink } from './components/delete-link.tsx';
export { ProfileComments } from './components/profile-comments.tsx';
export { useCommentDeletion } from './components/use-comment-deletion.ts';
