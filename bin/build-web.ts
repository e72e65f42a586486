/** `npm run build:web`: builds the pages into web/dist. */
import { join } from 'node:path';
import { buildWeb } from '../infra/local/site/web-build.ts';

const folder = join(import.meta.dirname, '../web/dist');
await buildWeb(folder);
console.log('Built web/dist');
