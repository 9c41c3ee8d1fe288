import { importGameFile } from './operator/import-game-file.ts';
import { runProcessAs } from './operator/run-command.ts';

// Imports the games of a JSON or CSV file into the site: `npm run import -- --as USERNAME FILE`. A JSON file can
// name pictures and lists of keys beside it; a zip has all of them. The account is an admin or a catalog editor and is named in the admin
// log. Exits with 1 if a row is wrong; then nothing changes.

await runProcessAs(importGameFile);
