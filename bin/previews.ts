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
  const stacks = JSON.parse(readFileSync(args[0]!, 'utf8'));
  const branches = readFileSync(args[1]!, 'utf8').split('\n').filter(Boolean);
  for (const stage of findForgottenPreviews(stacks, branches, new Date())) console.log(stage);
} else {
  console.error('Usage: node bin/previews.ts name <branch> | forgotten <stacks> <branches>');
  process.exitCode = 1;
}
