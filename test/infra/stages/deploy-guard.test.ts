/**
 * The guard against `cdk deploy`. Without the mark that `npm run deploy` sets after its checks, each stack gets a
 * required parameter, so that CloudFormation rejects the template.
 */
import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');

/** Runs the app like the CDK's command line. Returns the parameters without a default, by stack. */
function listRequiredParameters(context: Readonly<Record<string, string>>): Record<string, string[]> {
  const outdir = mkdtempSync(join(tmpdir(), 'fathom-app-'));
  const cdk = JSON.parse(readFileSync(join(ROOT, 'cdk.json'), 'utf8'));
  const CDK_CONTEXT_JSON = JSON.stringify({ ...cdk.context, bundles: 'empty', ...context });

  execFileSync(process.execPath, ['bin/fathom.ts'], {
    cwd: ROOT,
    env: { ...process.env, CDK_OUTDIR: outdir, CDK_CONTEXT_JSON },
    stdio: ['ignore', 'ignore', 'inherit'],
  });

  const parametersByStack = globSync('*.template.json', { cwd: outdir }).map((file) => {
    const { Parameters } = JSON.parse(readFileSync(join(outdir, file), 'utf8'));
    const parameters = Object.entries<{ readonly Default?: string }>(Parameters);
    const requiredNames = parameters.filter(([, parameter]) => !parameter.Default).map(([name]) => name);
    return [file.replace(/^fathom-\w+-|\.template\.json$/g, ''), requiredNames] as const;
  });
  return Object.fromEntries(parametersByStack);
}

const STACKS = ['api', 'operations', 'site', 'sockets', 'storage'];
const everyStack = (parameters: readonly string[]) => Object.fromEntries(STACKS.map((name) => [name, parameters]));

// "Parameters" (CloudFormation user guide): a parameter without a default needs a value. The CDK's command line also
// checks this.
describe('cdk deploy', () => {
  it('rejects cdk deploy for every stack, because it checks no changes and publishes no pages', () => {
    expect(listRequiredParameters({ stage: 'dev' })).toEqual(everyStack(['UseNpmRunDeploy']));
  });

  it('deploys templates that npm run deploy has synthesized and checked', () => {
    expect(listRequiredParameters({ stage: 'dev', checked: 'true' })).toEqual(everyStack([]));
  });

  it('deploys to an emulator', () => {
    expect(listRequiredParameters({ stage: 'local' })).toEqual(everyStack([]));
  });
});
