import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Path prefixes, the slowest first. All other files come after them. */
const slowest = [
  'test/crash/',
  'src/domain/market/market-races',
  'src/web/lib/hostile-paths',
  'src/integrations/sharp/image-processor',
  'src/database/embedded-postgres/',
  'src/web/features/moderation/routes/community-rights',
  'src/api/uploadcare-upload/',
  'src/integrations/sharp/',
  'src/server/http/connections/one-address',
  'src/realtime/socket-rights',
];

/** Runs the slowest test files first, so that no long file is left for one worker at the end. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => rank(a) - rank(b));
  }
}

function rank({ moduleId }: TestSpecification): number {
  const file = path.relative('.', moduleId).replaceAll(path.sep, '/');
  const found = slowest.findIndex((start) => file.startsWith(start));
  return found < 0 ? slowest.length : found;
}
