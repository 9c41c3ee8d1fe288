export { loadProfileComments, runCommentAction } from './load-profile-comments.ts';
