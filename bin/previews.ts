/**
 * Names previews for the workflows in .github/workflows:
 *
 *   node bin/previews.ts name <branch>                    prints the branch's stage
 *   node bin/previews.ts forgotten <stacks> <branches>    prints the stages to remove, one per line
 *
 * `stacks` is a JSON file (`DeployedStack[]`), `branches` a file with a name per line.
 */
import { readFileSync } from 'node:fs';
import { findForgottenPreviews, getPreviewStage } from '../infra/previews.ts';

const [command, ...args] = process.argv.slice(2);
if (command === 'name' && args[0]) {
  console.log(getPreviewStage(args[0]));
} else if (command === 'forgotten' && args.length === 2) {
  const [stacks, branches] = args.map((file) => readFileSync(file, 'utf8'));
  const names = branches!.split('\n').filter(Boolean);
  for (const stage of findForgottenPreviews(JSON.parse(stacks!), names, new Date())) console.log(stage);
} else {
  console.error('Usage: node bin/previews.ts name <branch> | forgotten <stacks> <branches>');
  process.exitCode = 1;
}
