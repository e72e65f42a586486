/** `npm run item-types`: writes the table of item types into docs/access-patterns.md. */
import { generate } from './generated/generate.ts';

await generate(['itemTypes']);
