export { LogoutForm } from './components/logout-form.tsx';
export { PresenceStatus } from './components/presence-status.tsx';
export { RoleBadge } from './components/role-badge.tsx';
