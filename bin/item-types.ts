/** `npm run item-types`: writes the table of item types into docs/access-patterns.md. */
import { parseCommandLine } from '../infra/command-line.ts';
import { generate } from './generated/generate.ts';

parseCommandLine('Writes the table of item types into docs/access-patterns.md.\n\n  npm run item-types\n');
await generate(['itemTypes']);
