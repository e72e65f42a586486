/** `npm run openapi`: writes docs/openapi.json from the contract. */
import { parseCommandLine } from '../infra/command-line.ts';
import { generate } from './generated/generate.ts';

parseCommandLine('Writes docs/openapi.json from the contract.\n\n  npm run openapi\n');
await generate(['openapi']);
