export {
  FileServiceLink,
  ModerateLink,
  ModerationLogLink,
} from './components/moderation-links.tsx';
export { ModerationReasonField } from './components/moderation-reason-field.tsx';
