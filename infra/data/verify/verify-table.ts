import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { HOUR_MS } from '../../../shared/rules/durations.ts';
import { FACT_TABLES } from '../items/fact-tables.ts';
import { Facts, type FindingState, type StoredFinding } from '../items/facts.ts';
import type { InvariantContext } from '../items/invariants/invariant.ts';
import { findViolations, INVARIANTS, isViewInvariant, listInvariants } from '../items/invariants.ts';
import { ITEM_INVARIANTS } from '../items/item-checks.ts';
import type { LiveTarget } from './live-target.ts';
import { recheckFindings } from './recheck.ts';
import { listBucket, readExport, scanTable } from './sources.ts';

/** The target of a verification: a running table, with or without its bucket, or an export. */
export type VerificationTarget = LiveTarget | { readonly exportDirectory: string };

export interface VerifyOptions {
  readonly target: VerificationTarget;
  /** Shards of each list partition: the stage's `depthIndexShards`. */
  readonly shards: number;
  /** Parallel scans. */
  readonly segments?: number;
  /** Time that the hourly jobs may take to repair objects without items, in milliseconds. */
  readonly graceMs?: number;
  /** SQLite file for facts and positions. Without it, they are in memory, and an interrupted run can't continue. */
  readonly workFile?: string | undefined;
  /** Deletes the work file of an interrupted run first. */
  readonly restart?: boolean;
  /** Receives each violation. */
  readonly onViolation?: (finding: StoredFinding) => void;
  /** Receives a line of progress. */
  readonly onProgress?: (line: string) => void;
  /** Replaces the time of the run in tests, in milliseconds. */
  readonly now?: number;
  /** Replaces the delays between repeated reads in tests. */
  readonly wait?: (milliseconds: number) => Promise<unknown>;
}

/** The result for one invariant. */
export interface InvariantResult {
  readonly name: string;
  readonly title: string;
  /** Number of checked items, objects, or groups of them. */
  readonly checked: number;
  readonly violations: number;
}

export interface Verification {
  readonly items: number;
  /** Undefined if no bucket was checked. */
  readonly objects: number | undefined;
  readonly results: readonly InvariantResult[];
  readonly violations: number;
  /** Findings whose items never stopped changing. Run again when less is written. */
  readonly unsettled: number;
  /** Findings of the scan that a second read didn't confirm. */
  readonly cleared: number;
  /** Whether all findings that weren't cleared are about views, which can be rebuilt. */
  readonly areItemsClean: boolean;
}

/** Thrown if the work file belongs to another run, or was written by a version that stores other facts. */
class WorkFileMismatchError extends Error {
  constructor(path: string) {
    super(`${path} belongs to a run with another target, options, or version. Delete it, or add --restart.`);
    this.name = 'WorkFileMismatchError';
  }
}

/** Default of `graceMs`: two hours. */
const DEFAULT_GRACE_MS = 2 * HOUR_MS;

/** Number of findings per query. */
const PAGE_SIZE = 1000;

/**
 * Verifies the invariants of a whole table and its bucket. Only reads them.
 *
 * First collects compact facts of every item and object, then evaluates each invariant over the facts, and finally
 * reads the items of each finding again. An interrupted run with a work file continues when it is called again.
 *
 * @throws WorkFileMismatchError, InvalidExportError, and errors of AWS
 */
export async function verifyTable(options: VerifyOptions): Promise<Verification> {
  const facts = openFacts(options);

  try {
    const verification = await verify(facts, options);
    facts.close();
    if (options.workFile) removeWorkFile(options.workFile);
    return verification;
  } catch (error) {
    facts.close();
    throw error;
  }
}

/**
 * Opens the work file, or facts in memory.
 *
 * @throws WorkFileMismatchError if the work file belongs to another run
 */
function openFacts({ workFile, restart = false, ...options }: VerifyOptions): Facts {
  if (workFile === undefined) return new Facts();

  if (restart) removeWorkFile(workFile);
  mkdirSync(dirname(workFile), { recursive: true });
  const facts = new Facts(workFile);
  const identity = identify(options);
  const storedIdentity = facts.getSetting<string>('identity');

  if (storedIdentity === undefined) {
    facts.setSetting('identity', identity);
    return facts;
  }
  if (storedIdentity !== identity) {
    facts.close();
    throw new WorkFileMismatchError(workFile);
  }

  options.onProgress?.('Continues an interrupted run.');
  return facts;
}

/**
 * Returns the options that facts depend on, and the columns of facts, as a text. A run continues only a run with the
 * same options and columns.
 */
function identify({ target, shards, segments = 1 }: Pick<VerifyOptions, 'target' | 'shards' | 'segments'>): string {
  const options =
    'exportDirectory' in target
      ? ['export', target.exportDirectory, shards]
      : ['table', target.tableName, target.objects?.bucket, segments, shards];
  return JSON.stringify([...options, FACT_TABLES]);
}

/** Deletes a work file, and the files that SQLite keeps next to it. */
function removeWorkFile(path: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true });
}

/** What a run can check. An export has no objects, and its views are usually older than its items. */
interface Scope {
  readonly hasBucket: boolean;
  readonly hasViews: boolean;
}

async function verify(facts: Facts, options: VerifyOptions): Promise<Verification> {
  const { target, graceMs = DEFAULT_GRACE_MS } = options;
  // A continued run keeps its time.
  const now = facts.getSetting<number>('now') ?? options.now ?? Date.now();
  facts.setSetting('now', now);

  const context = { now, graceMs };
  const liveTarget = 'exportDirectory' in target ? undefined : target;
  const scope = { hasBucket: liveTarget?.objects !== undefined, hasViews: liveTarget !== undefined };

  await collectFacts(facts, options, now);
  evaluate(facts, scope, context, options);
  if (liveTarget) await recheck(facts, liveTarget, context, options);
  else confirmAll(facts);

  for (const finding of listFindings(facts)) options.onViolation?.(finding);
  return summarize(facts, scope);
}

/** Reads all items and objects of the target, and stores their facts. */
async function collectFacts(
  facts: Facts,
  { target, shards, segments = 1, onProgress }: VerifyOptions,
  now: number,
): Promise<void> {
  const buildCollection = (kind: 'items' | 'objects') => ({
    context: { facts, shards, now },
    onProgress: () => onProgress?.(`${facts.getCount(kind)} ${kind} read`),
  });

  if ('exportDirectory' in target) {
    await readExport(target.exportDirectory, buildCollection('items'));
    return;
  }

  await scanTable(target.database, { tableName: target.tableName, segments }, buildCollection('items'));
  if (target.objects) await listBucket(target.objects.client, target.objects.bucket, buildCollection('objects'));
}

/** Evaluates all invariants and stores the findings, in one transaction. Does nothing if an earlier run did so. */
function evaluate(facts: Facts, scope: Scope, context: InvariantContext, { onProgress }: VerifyOptions): void {
  if (facts.getSetting('evaluated')) return;

  facts.createIndexes();
  facts.atomically(() => {
    for (const name of listInvariants(scope)) {
      onProgress?.(`evaluates ${name}`);
      for (const finding of findViolations(name, facts, context)) facts.addFinding(finding);
    }
    facts.setSetting('evaluated', true);
  });
}

/** Reads the items and objects of all findings again, and decides which findings are violations. */
async function recheck(
  facts: Facts,
  target: LiveTarget,
  context: InvariantContext,
  { shards, wait, onProgress }: VerifyOptions,
): Promise<void> {
  let decidedCount = 0;
  const reportDecision = () => onProgress?.(`${++decidedCount} findings read again`);
  await recheckFindings(facts, { target, shards, context, onProgress: reportDecision, wait });
}

/** Confirms all findings of an export. An export doesn't change, so its findings are violations. */
function confirmAll(facts: Facts): void {
  for (let page = facts.readFindings('suspected'); page.length > 0; page = facts.readFindings('suspected')) {
    facts.atomically(() => {
      for (const finding of page) facts.setFindingState(finding, 'confirmed');
    });
  }
}

/** Yields the confirmed findings, page by page. */
function* listFindings(facts: Facts): Generator<StoredFinding> {
  for (let lastId = 0; ; ) {
    const page = facts.readFindings('confirmed', { after: lastId, limit: PAGE_SIZE });
    yield* page;
    if (page.length < PAGE_SIZE) return;
    lastId = page.at(-1)!.id;
  }
}

function summarize(facts: Facts, scope: Scope): Verification {
  const items = facts.getCount('items');
  const sql = "SELECT invariant, count(*) AS violations FROM finding WHERE state = 'confirmed' GROUP BY invariant";
  const rows = [...facts.query(sql)];
  const violationCounts = new Map(rows.map(({ invariant, violations }) => [String(invariant), Number(violations)]));

  const buildResult = (name: string, title: string, checked: number): InvariantResult => ({
    name,
    title,
    checked,
    violations: violationCounts.get(name) ?? 0,
  });

  const countState = (state: FindingState) => facts.count(`SELECT count(*) FROM finding WHERE state = '${state}'`);
  const unclearedSql = "SELECT DISTINCT invariant FROM finding WHERE state IN ('confirmed', 'unsettled')";
  const unclearedInvariants = [...facts.query(unclearedSql)].map(({ invariant }) => String(invariant));

  return {
    items,
    objects: scope.hasBucket ? facts.getCount('objects') : undefined,
    results: [
      ...Object.entries(ITEM_INVARIANTS).map(([name, title]) => buildResult(name, title, items)),
      ...listInvariants(scope).map((name) =>
        buildResult(name, INVARIANTS[name].title, facts.count(INVARIANTS[name].checked)),
      ),
    ],
    violations: countState('confirmed'),
    unsettled: countState('unsettled'),
    cleared: countState('cleared'),
    areItemsClean: unclearedInvariants.every(isViewInvariant),
  };
}
