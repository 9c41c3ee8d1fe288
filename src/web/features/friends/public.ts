export { FriendButton } from './components/friend-button.tsx';
export { FriendForm } from './components/friend-form.tsx';
export { FriendMenu } from './components/friend-menu.tsx';
export { useFriendAction } from './components/use-friend-action.ts';
export { useFriendListRefresh } from './components/use-friend-list-refresh.ts';
