import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { insertConductLimits } from '../../infra/conduct-limits-document.ts';
import { RESERVED_CONCURRENCY } from '../../infra/constructs/reserved-concurrency.ts';
import { insertItemTypes } from '../../infra/data/items/document.ts';
import { renderPermissions } from '../../infra/permissions.ts';
import { updateQuota, updateSettings } from '../../infra/settings-document.ts';
import { buildOpenApiDocument } from '../../shared/contract/openapi.ts';
import { insertTables, parseActionUnits } from '../../test/load/costs/tables.ts';
import { insertScaleTables } from '../../test/load/scale-model/tables.ts';
import { MEMBER_PATHS } from '../../web/src/app/layout/paths.ts';
import { updateTestLinks } from './test-links.ts';

const ROOT = join(import.meta.dirname, '../..');
const readProjectFile = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** A file that is computed from sources, and from the parts of its current text that are written by hand. */
export interface RenderedFile {
  /** Relative to the repository. */
  readonly file: string;
  /** Returns the text that the file must have. */
  readonly render: (current: string) => string | Promise<string>;
}

/** A file that needs a database or a cloud. A program writes it in its own process. */
export interface ProgramFile {
  /** Relative to the repository. */
  readonly file: string;
  /** Arguments of Node.js. */
  readonly program: readonly string[];
  /** Returns whether the file is up to date. Without this function, the program always runs. */
  readonly isCurrent?: () => Promise<boolean>;
}

/**
 * The generated files. `npm run generate` writes these files, and `test/infra/generated-files.test.ts` fails if one is
 * out of date. To add a file, list it here.
 *
 * The results of `npm run bench`, `npm run mutants`, `npm run screenshots`, and `npm run script-sizes` are not listed,
 * because they differ between runs.
 */
export const GENERATED_FILES = {
  openapi: { file: 'docs/openapi.json', render: renderOpenApi },
  permissions: { file: 'docs/permissions.md', render: renderProductionPermissions },
  itemTypes: { file: 'docs/access-patterns.md', render: insertItemTypes },
  rounds: {
    file: 'docs/access-patterns.md',
    program: ['node_modules/vitest/vitest.mjs', 'run', '--project=unit-slow', 'lambdas/rounds.test.ts', '--update'],
  },
  costs: { file: 'docs/costs.md', render: (current) => insertTables(current, readAllUnits()) },
  scale: { file: 'docs/scale.md', render: (current) => insertScaleTables(current, readAllUnits()) },
  conductLimits: { file: 'docs/product.md', render: insertConductLimits },
  settings: { file: 'docs/settings.md', render: (current) => updateQuota(updateSettings(current), sumReservations()) },
  robots: { file: 'web/public/robots.txt', render: renderRobots },
  // Updates only links to files and tests that were moved. Rules and titles are written by hand.
  specificationCoverage: { file: 'docs/specification-coverage.md', render: updateTestLinks },
  securityCoverage: { file: 'docs/security.md', render: updateTestLinks },
  demoSnapshot: {
    file: 'infra/local/seed/snapshot.json.gz',
    program: ['bin/demo-snapshot.ts'],
    isCurrent: isDemoSnapshotCurrent,
  },
} as const satisfies Readonly<Record<string, RenderedFile | ProgramFile>>;

export type GeneratedName = keyof typeof GENERATED_FILES;

function renderOpenApi(): string {
  const { version } = JSON.parse(readProjectFile('package.json'));
  return `${JSON.stringify(buildOpenApiDocument(version), null, 2)}\n`;
}

/** Loads the CDK on demand, because that takes a second. */
async function renderProductionPermissions(): Promise<string> {
  const { synthesize } = await import('../../test/support/synthesis.ts');
  const { readTemplate } = await import('../../test/support/template.ts');
  const { storage, sockets, api } = synthesize({ stage: 'prod' });
  return renderPermissions([storage, sockets, api].map(readTemplate));
}

/** Crawlers can't open the screens of members, the API, and members' pictures. */
function renderRobots(): string {
  const folders = new Set(['api', 'media', ...MEMBER_PATHS.map((path) => path.split('/')[0]!)]);
  return ['User-agent: *', ...[...folders].toSorted().map((folder) => `Disallow: /${folder}`), ''].join('\n');
}

/** Reads the measured capacity of each action. */
function readAllUnits() {
  return parseActionUnits(readProjectFile('docs/access-patterns.md'));
}

function sumReservations(): number {
  return Object.values(RESERVED_CONCURRENCY).reduce((sum, reservation) => sum + reservation, 0);
}

/** Loads the verification of tables on demand, because only the snapshot needs it. */
async function isDemoSnapshotCurrent(): Promise<boolean> {
  const { isSnapshotCurrent } = await import('../../test/support/demo-snapshot.ts');
  return isSnapshotCurrent();
}
