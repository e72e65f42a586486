/** `npm run deploy -- --stage <stage>`: builds the pages, refuses dangerous changes, and deploys a stage to AWS. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { type DeployDependencies, deployStage } from '../infra/deployed/deploy.ts';
import { DEPLOY_HELP, parseDeployOptions } from '../infra/deployed/deploy-options.ts';
import { loadStage } from '../infra/stage.ts';
import { runCommand } from './run-command.ts';

const ROOT = join(import.meta.dirname, '..');

function runScript(file: string, args: readonly string[]): void {
  const { status, error } = spawnSync(process.execPath, [join(ROOT, file), ...args], { cwd: ROOT, stdio: 'inherit' });
  if (error) throw error;
  if (status !== 0) throw new Error(`${[file, ...args.slice(0, 1)].join(' ')} failed.`);
}

async function main(): Promise<void> {
  const options = parseDeployOptions(process.argv.slice(2));
  if (options === undefined) {
    console.log(DEPLOY_HELP);
    return;
  }

  // Loads the stage first, so that a wrong setting fails before the slow build.
  const stage = loadStage(options.stage);
  runScript('bin/build-web.ts', []);

  const dependencies: DeployDependencies = {
    stage,
    cloudFormation: new CloudFormationClient({}),
    isInteractive: Boolean(process.stdin.isTTY && process.stdout.isTTY),
    cdk: (...args) => runScript('node_modules/aws-cdk/bin/cdk', args),
    readSynthesized: (name) => {
      const file = join(ROOT, 'cdk.out', `${name}.template.json`);
      return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
    },
    log: console.log,
  };
  await deployStage(options, dependencies);
}

await runCommand(main);
