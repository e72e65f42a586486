/** `npm run openapi`: writes docs/openapi.json from the contract. */
import { generate } from './generated/generate.ts';

await generate(['openapi']);
