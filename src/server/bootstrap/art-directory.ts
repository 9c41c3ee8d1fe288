import { projectPath } from '../config/project-path.ts';

/**
 * The directory of the bundled drawings: in the build, or in public/ during development. Scripts run
 * without Vite's `import.meta.env` and use the build.
 */
export function getArtDirectory(): string {
  return projectPath(import.meta.env?.DEV ? 'public/art' : 'build/client/art');
}
