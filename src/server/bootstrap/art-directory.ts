import { projectPath } from '../config/project-path.ts';

/**
 * Where the drawn pictures lie: the build carries them, in development they lie where they were drawn.
 * Scripts that run as they are have no build's environment.
 */
export function artDirectory(): string {
  return projectPath(import.meta.env?.DEV ? 'public/art' : 'build/client/art');
}
