export { HiddenNote } from './components/hidden-note.tsx';
export { ModerationActionForm } from './components/moderation-action-form.tsx';
export {
  FileServiceLink,
  ModerateLink,
  ModerationLogLink,
  ReportsLink,
} from './components/moderation-links.tsx';
export { ModerationReasonField } from './components/moderation-reason-field.tsx';
export { ReportAndHideLinks } from './components/report-and-hide-links.tsx';
export { ReportLink } from './components/report-link.tsx';
export { reasonNames, reportKindNames } from './components/report-names.ts';
