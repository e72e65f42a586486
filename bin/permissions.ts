/** `npm run permissions`: writes docs/permissions.md from the templates of the production stage. */
import { parseCommandLine } from '../infra/command-line.ts';
import { generate } from './generated/generate.ts';

parseCommandLine('Writes docs/permissions.md from the templates of the production stage.\n\n  npm run permissions\n');
await generate(['permissions']);
