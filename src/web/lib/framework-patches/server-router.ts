export * from 'react-router';
export { Link, NavLink } from './server-link.tsx';
