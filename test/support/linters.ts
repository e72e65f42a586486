import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { requiresEngines } from './engines.ts';

const ROOT = join(import.meta.dirname, '../..');
const execFileAsync = promisify(execFile);

/** Maximum size of a linter's output: 256 MiB. Node's default is only 1 MiB. */
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;

/** A finding of a linter. */
export interface LinterFinding {
  readonly linter: 'cfn-lint' | 'checkov' | 'zizmor';
  readonly rule: string;
  /** A template, relative to the linted folder, or a workflow, relative to the repository. */
  readonly file: string;
  /**
   * The type and the logical ID of a template's resource: `AWS::SQS::Queue Failures12AB`. Empty if the finding is about
   * the whole file, or in a workflow.
   */
  readonly resource: string;
  readonly message: string;
}

/**
 * Installs cfn-lint, checkov, and zizmor once per version, and returns the folder of their programs.
 *
 * @returns undefined if Python or its package registry is unavailable and `requiresEngines` returns false
 * @throws Error with the reason if the installation fails for another reason
 */
export function installLinters(): string | undefined {
  const { status, stdout, stderr } = spawnSync(
    join(ROOT, '.ci/python-environment'),
    [join(ROOT, '.ci/linters-requirements.txt')],
    { encoding: 'utf8' },
  );
  // The script exits with 3 if Python or the registry is unavailable.
  if (status === 3 && !requiresEngines()) return undefined;
  if (status !== 0) throw new Error(`The linters can't be installed: ${stderr.trim()}`);
  return join(stdout.trim(), 'bin');
}

/** Runs cfn-lint and checkov on all templates of a folder: `<folder>/<stage>/<stack>.json`. */
export async function lintTemplates(programFolder: string, folder: string): Promise<LinterFinding[]> {
  const findings = await Promise.all([runCfnLint(programFolder, folder), runCheckov(programFolder, folder)]);
  return findings.flat();
}

/** Runs cfn-lint, which checks templates against the types of their resources. */
async function runCfnLint(programFolder: string, folder: string): Promise<LinterFinding[]> {
  const report = await runLinter(join(programFolder, 'cfn-lint'), ['--format', 'json', '-t', join(folder, '*/*.json')]);
  return (report as CfnLintMatch[]).map(({ Rule, Message, Filename, Location }) => {
    const [section, id = ''] = Location.Path ?? [];
    return {
      linter: 'cfn-lint',
      rule: Rule.Id,
      file: relative(folder, Filename),
      resource: section === 'Resources' ? `${readResourceType(Filename, id)} ${id}` : '',
      message: Message,
    };
  });
}

/** A finding in cfn-lint's report. */
interface CfnLintMatch {
  readonly Rule: { readonly Id: string };
  readonly Message: string;
  readonly Filename: string;
  readonly Location: { readonly Path: readonly string[] | null };
}

/** Returns the type of a resource, which cfn-lint's report lacks. */
function readResourceType(template: string, id: string): string {
  const { Resources } = JSON.parse(readFileSync(template, 'utf8')) as { Resources: Record<string, { Type?: string }> };
  return Resources[id]?.Type ?? '';
}

/**
 * Runs checkov, which looks for insecure settings.
 *
 * @throws Error if checkov can't parse a template
 */
async function runCheckov(programFolder: string, folder: string): Promise<LinterFinding[]> {
  const options = ['--framework', 'cloudformation', '--directory', folder, '--output', 'json', '--quiet', '--compact'];
  // Without a download, checkov doesn't contact the vendor's service.
  options.push('--skip-download');

  const report = (await runLinter(join(programFolder, 'checkov'), options)) as CheckovReport;
  if (report.summary.parsing_errors > 0) throw new Error(`checkov can't parse a template in ${folder}.`);

  return report.results.failed_checks.map(({ check_id, check_name, file_path, resource }) => ({
    linter: 'checkov',
    rule: check_id,
    file: file_path.replace(/^\//, ''),
    resource: resource.replace('.', ' '),
    message: check_name,
  }));
}

/** The parts of checkov's report that are used here. */
interface CheckovReport {
  readonly results: {
    readonly failed_checks: readonly {
      readonly check_id: string;
      readonly check_name: string;
      readonly file_path: string;
      readonly resource: string;
    }[];
  };
  readonly summary: { readonly parsing_errors: number };
}

/** Runs zizmor, which looks for ways to attack workflows, on a folder of workflows. */
export async function lintWorkflows(programFolder: string, folder: string): Promise<LinterFinding[]> {
  const report = await runLinter(join(programFolder, 'zizmor'), ['--offline', '--quiet', '--format', 'json', folder]);
  return (report as ZizmorFinding[]).map(({ ident, desc, locations }) => {
    const location = locations.find(({ symbolic }) => symbolic.kind === 'Primary') ?? locations[0];
    const { Local } = location!.symbolic.key;
    return { linter: 'zizmor', rule: ident, file: relative(ROOT, Local.verbatim_path), resource: '', message: desc };
  });
}

/** A finding in zizmor's report. */
interface ZizmorFinding {
  readonly ident: string;
  readonly desc: string;
  readonly locations: readonly {
    readonly symbolic: { readonly kind: string; readonly key: { readonly Local: { readonly verbatim_path: string } } };
  }[];
}

/**
 * Runs a linter, and parses its report.
 *
 * @throws Error with the linter's output, if it writes no report.
 */
async function runLinter(program: string, args: readonly string[]): Promise<unknown> {
  // A linter that finds something exits with an error, which has the linter's output, too.
  const { stdout, stderr } = await execFileAsync(program, args, { maxBuffer: MAX_OUTPUT_BYTES }).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  try {
    return JSON.parse(stdout);
  } catch {
    throw new Error(`${program} failed:\n${stdout}${stderr}`);
  }
}
