/** `npm run permissions`: writes docs/permissions.md from the templates of the production stage. */
import { generate } from './generated/generate.ts';

await generate(['permissions']);
