/** `npm run permissions`: writes docs/permissions.md from the templates of production. */
import { generate } from './generated/generate.ts';

await generate(['permissions']);
