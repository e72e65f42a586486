/** `npm run generate`: writes every generated file, or those that are named, such as `npm run generate -- openapi`. */
import { parseCommandLine } from '../infra/command-line.ts';
import { generate } from './generated/generate.ts';
import { GENERATED_FILES, type GeneratedName } from './generated/generated-files.ts';

const HELP = `Writes the files that are generated from sources.

  npm run generate                       every file
  npm run generate -- openapi costs      only these files

Names: ${Object.keys(GENERATED_FILES).join(', ')}
`;

const { positionals: names } = parseCommandLine(HELP, { allowPositionals: true });
const unknownNames = names.filter((name) => !(name in GENERATED_FILES));
if (unknownNames.length > 0) {
  console.error(`Unknown: ${unknownNames.join(', ')}. Known names: ${Object.keys(GENERATED_FILES).join(', ')}.`);
  process.exitCode = 1;
} else {
  await generate(names.length > 0 ? (names as GeneratedName[]) : undefined);
}
