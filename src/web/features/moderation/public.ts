export {
  FileServiceLink,
  ModerateLink,
  ModerationLogLink,
} from './components/moderation-links.tsx';
export { ReasonField } from './components/reason-field.tsx';
