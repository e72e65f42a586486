/** `npm run build:web`: builds the pages into web/dist. */
import { join } from 'node:path';
import { parseCommandLine } from '../infra/command-line.ts';
import { buildWeb } from '../infra/local/site/web-build.ts';

parseCommandLine('Builds the pages into web/dist.\n\n  npm run build:web\n');

const folder = join(import.meta.dirname, '../web/dist');
await buildWeb(folder);
console.log('Built web/dist');
