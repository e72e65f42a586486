/** `npm run generate`: writes every generated file, or those that are named, such as `npm run generate -- openapi`. */
import { generate } from './generated/generate.ts';
import { GENERATED_FILES, type GeneratedName } from './generated/generated-files.ts';

const names = process.argv.slice(2);
const unknownNames = names.filter((name) => !(name in GENERATED_FILES));
if (unknownNames.length > 0) {
  console.error(`Unknown: ${unknownNames.join(', ')}. Known names: ${Object.keys(GENERATED_FILES).join(', ')}.`);
  process.exitCode = 1;
} else {
  await generate(names.length > 0 ? (names as GeneratedName[]) : undefined);
}
