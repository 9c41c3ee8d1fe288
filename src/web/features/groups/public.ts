export { describeJoining } from './components/describe-group.ts';
export { MemberRow } from './components/member-row.tsx';
