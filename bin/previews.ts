/**
 * Prints the stages of previews, for the workflows in .github/workflows:
 *
 *   node bin/previews.ts name <branch>                    prints the stage of a branch's preview
 *   node bin/previews.ts forgotten <stacks> <branches>    prints the stages to remove, one per line
 *
 * `<stacks>` is the path of a JSON file (`DeployedStack[]`). `<branches>` is the path of a file with one branch name
 * per line.
 */
import { readFileSync } from 'node:fs';
import { type DeployedStack, findForgottenPreviews, getPreviewStage } from '../infra/previews.ts';

const [command, ...args] = process.argv.slice(2);

if (command === 'name' && args[0]) {
  console.log(getPreviewStage(args[0]));
} else if (command === 'forgotten' && args.length === 2) {
  const [stacksFile, branchesFile] = args as [string, string];
  const stacks: DeployedStack[] = JSON.parse(readFileSync(stacksFile, 'utf8'));
  const branches = readFileSync(branchesFile, 'utf8').split('\n').filter(Boolean);

  for (const stage of findForgottenPreviews(stacks, branches, new Date())) console.log(stage);
} else {
  console.error('Usage: node bin/previews.ts name <branch> | forgotten <stacks> <branches>');
  process.exitCode = 1;
}
