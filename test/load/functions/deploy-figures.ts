/**
 * Part `deploy-figures` of `npm run bench`: the duration of `cdk synth`, and the size of each stack. CloudFormation's
 * limits are 500 resources and a template of 1 MB.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatNumber, formatTable } from '../report.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** Maximum resources of a stack. A quota of CloudFormation. */
const MAX_RESOURCES = 500;

/** Maximum size of a template, in KB. A quota of CloudFormation. */
const MAX_KB = 1000;

/** The part of a template that is counted. */
interface Template {
  readonly Resources: Readonly<Record<string, { readonly Type: string }>>;
}

const directory = mkdtempSync(join(tmpdir(), 'fathom-synth-'));
process.on('exit', () => rmSync(directory, { recursive: true, force: true }));

const start = performance.now();
const cdk = join(ROOT, 'node_modules/.bin/cdk');
execFileSync(cdk, ['synth', '--quiet', '--output', directory, '-c', 'stage=dev'], { cwd: ROOT, stdio: 'pipe' });
const seconds = (performance.now() - start) / 1000;

const suffix = '.template.json';
const rows = readdirSync(directory)
  .filter((file) => file.endsWith(suffix))
  .map((file) => {
    const text = readFileSync(join(directory, file), 'utf8');
    const types = Object.values((JSON.parse(text) as Template).Resources).map(({ Type }) => Type);
    const countType = (type: string) => String(types.filter((candidate) => candidate === type).length);
    // The size without indentation, as it is uploaded.
    const kilobytes = JSON.stringify(JSON.parse(text)).length / 1000;
    const fits = types.length <= MAX_RESOURCES && kilobytes <= MAX_KB;

    return [
      file.slice(0, -suffix.length),
      String(types.length),
      countType('AWS::Lambda::Function'),
      countType('AWS::IAM::Role'),
      formatNumber(kilobytes),
      fits ? 'ok' : 'OVER',
    ];
  });

console.log(`\n## Synthesis: ${formatNumber(seconds)} s for all stacks of the stage dev, including bundling\n`);
console.log(formatTable(['Stack', 'Resources', 'Functions', 'Roles', 'KB', `≤ ${MAX_RESOURCES}, ${MAX_KB} KB`], rows));
