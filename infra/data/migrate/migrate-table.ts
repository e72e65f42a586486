import type { Migration } from './migration.ts';
import { type MigrateOptions, type MigrationCounts, MigrationRun } from './migration-run.ts';
import { readSchemaVersion, recordSchemaVersion } from './schema-version.ts';

/** Maximum passes over the table. The last one must find no items in the old shape. */
const MAX_PASSES = 3;

/** Thrown if migrations would run out of order. */
class MigrationOrderError extends Error {
  constructor(number: number, version: number, reason: string) {
    super(`Migration ${number} can't run on a table with the schema version ${version}: ${reason}`);
    this.name = 'MigrationOrderError';
  }
}

/** Thrown if items in the old shape keep appearing, because a deployed function writes them. */
class OldShapeWrittenError extends Error {
  constructor(itemCount: number) {
    super(
      `Pass ${MAX_PASSES} still found ${itemCount} items in the old shape, so a function writes it. ` +
        'The schema version is unchanged. Deploy the version that writes the new shape, and run again.',
    );
    this.name = 'OldShapeWrittenError';
  }
}

/**
 * Runs one migration on a whole table while members write, and records the new schema version.
 *
 * Reads the table until a whole pass finds no item in the old shape, so the last pass verifies the result. Each page's
 * position is stored in the table. A repeated call continues an interrupted run.
 *
 * @throws MigrationOrderError, InvalidMigrationError, OldShapeWrittenError, and errors of DynamoDB
 */
export async function migrateTable(options: MigrateOptions): Promise<MigrationCounts> {
  const migration = await findMigration(options);
  const run = new MigrationRun(migration, options);
  const segments = Array.from({ length: options.segments ?? 1 }, (_, segment) => segment);

  if (options.dryRun) {
    await run.forAll(segments, (segment) => run.countSegment(segment));
    return run.counts;
  }

  for (let pass = 1; ; pass++) {
    const counts = await run.forAll(segments, (segment) => run.convertSegment(segment, pass));
    const oldItems = counts.reduce((sum, count) => sum + count, 0);
    if (oldItems > 0 && pass < MAX_PASSES) continue;

    await Promise.all(segments.map((segment) => run.deleteProgress(segment)));
    if (oldItems > 0) throw new OldShapeWrittenError(oldItems);
    await recordSchemaVersion(options.target, migration.number);
    return run.counts;
  }
}

/**
 * Returns the migration to run.
 *
 * @throws MigrationOrderError unless it is the next one
 */
async function findMigration({ target, migrations, number }: MigrateOptions): Promise<Migration> {
  const version = await readSchemaVersion(target);
  const migration = migrations[number - 1];
  const hasGaps = migrations.some((listedMigration, index) => listedMigration.number !== index + 1);
  const buildError = (reason: string) => new MigrationOrderError(number, version, reason);

  if (hasGaps) throw buildError('the list of migrations has gaps.');
  if (!migration) throw buildError('it does not exist.');
  if (number <= version) throw buildError('it has already run.');
  if (number > version + 1) throw buildError(`run migration ${version + 1} first.`);
  return migration;
}
