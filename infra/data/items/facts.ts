import { createHash } from 'node:crypto';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { FACT_INDEXES, FACT_TABLES, type FactTable } from './fact-tables.ts';

export type Value = string | number | null;
export type Row = Record<string, Value>;

/** A row with all columns of a table. */
type RowOf<T extends FactTable> = Readonly<Record<(typeof FACT_TABLES)[T][number], Value>>;

/**
 * The items and objects of a suspected violation.
 *
 * Findings must not contain names of files. Items whose key contains one are read with their whole partition.
 */
export interface Reads {
  readonly keys?: readonly { readonly pk: string; readonly sk: string }[];
  readonly partitions?: readonly { readonly pk: string; readonly prefix: string }[];
  /** Partitions of the index `ByOwner`. The index is eventually consistent, so items are read again from the table. */
  readonly ownerPartitions?: readonly string[];
  /** Prefixes of storage keys. */
  readonly objects?: readonly string[];
  /** Partition key of a file or post whose likes are counted. Likes are in their members' partitions. */
  readonly likesOf?: string;
  /** Whether all markers of the histogram of depths are read. */
  readonly allMarkers?: true;
}

/** A violation of an invariant, unless items changed while they were read. */
export interface Finding {
  readonly invariant: string;
  /** The type of item, or `object`. */
  readonly type: string;
  /** The key, without file names and without IDs that clients chose. Identifies the finding within its invariant. */
  readonly key: string;
  readonly expected: string;
  readonly found: string;
  readonly reads: Reads;
}

/** A finding in the work file. */
export interface StoredFinding extends Finding {
  readonly id: number;
}

export type FindingState = 'suspected' | 'confirmed' | 'cleared' | 'unsettled';

/**
 * Stores the facts of a table and its bucket in SQLite: in a work file, or in memory if no path is given.
 *
 * A fact is what the invariants need of one item or object. The same database holds the findings, and the positions
 * that an interrupted run continues from.
 */
export class Facts {
  readonly #database: DatabaseSync;
  readonly #inserts = new Map<FactTable, StatementSync>();
  readonly #insertFinding: StatementSync;

  constructor(path = ':memory:') {
    this.#database = new DatabaseSync(path);
    // A killed process loses no data. A crash of the machine can damage the file, and then the run starts over. The
    // cache holds 64 MiB: SQLite reads a negative size as kibibytes.
    this.#database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA cache_size = -65536;');

    for (const [table, columns] of Object.entries(FACT_TABLES)) {
      this.#database.exec(`CREATE TABLE IF NOT EXISTS ${table} (${columns.map((name) => `"${name}"`).join(', ')})`);
    }

    this.#database.exec(
      'CREATE TABLE IF NOT EXISTS finding (id INTEGER PRIMARY KEY, invariant, type, key, expected, found, reads, state);' +
        'CREATE TABLE IF NOT EXISTS setting (name PRIMARY KEY, value) WITHOUT ROWID;',
    );
    this.#insertFinding = this.#database.prepare(
      "INSERT INTO finding VALUES (NULL, $invariant, $type, $key, $expected, $found, $reads, 'suspected')",
    );
  }

  /** Stores one fact. */
  add<T extends FactTable>(table: T, row: RowOf<T>): void {
    let insert = this.#inserts.get(table);
    if (!insert) {
      const columns = FACT_TABLES[table];
      insert = this.#database.prepare(`INSERT INTO ${table} VALUES (${columns.map((name) => `$${name}`).join(', ')})`);
      this.#inserts.set(table, insert);
    }

    insert.run(row);
  }

  /** Stores a suspected violation. */
  addFinding({ reads, ...finding }: Finding): void {
    this.#insertFinding.run({ ...finding, reads: JSON.stringify(reads) });
  }

  /** Runs a function within one transaction, so that facts and positions are stored together. */
  atomically(run: () => void): void {
    this.#database.exec('BEGIN');
    try {
      run();
      this.#database.exec('COMMIT');
    } catch (error) {
      this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  /** Runs a query, and yields its rows one by one. */
  *query(sql: string, parameters: Row = {}): Generator<Row> {
    yield* this.#database.prepare(sql).iterate(parameters) as Iterable<Row>;
  }

  /** Returns the number in the first column of a query's first row. */
  count(sql: string): number {
    return Number(Object.values(this.#database.prepare(sql).get() as Row)[0]);
  }

  /** Creates the indexes, after all facts are stored. */
  createIndexes(): void {
    FACT_INDEXES.forEach((columns, number) => {
      this.#database.exec(`CREATE INDEX IF NOT EXISTS facts_${number} ON ${columns}`);
    });
  }

  /** Returns a stored value of the run, such as the position of a segment. */
  getSetting<T>(name: string): T | undefined {
    const row = this.#database.prepare('SELECT value FROM setting WHERE name = ?').get(name);
    return row && (JSON.parse(String(row.value)) as T);
  }

  setSetting(name: string, value: unknown): void {
    this.#database.prepare('INSERT OR REPLACE INTO setting VALUES (?, ?)').run(name, JSON.stringify(value));
  }

  /** Adds to a stored count. */
  addToCount(name: 'items' | 'objects', increment: number): void {
    this.setSetting(name, this.getCount(name) + increment);
  }

  /** Returns the number of items or objects that were read. */
  getCount(name: 'items' | 'objects'): number {
    return this.getSetting<number>(name) ?? 0;
  }

  /** Returns up to `limit` findings in a state, in the order of their IDs, beginning after an ID. */
  readFindings(state: FindingState, { after = 0, limit = 1000 } = {}): StoredFinding[] {
    const sql = 'SELECT * FROM finding WHERE state = ? AND id > ? ORDER BY id LIMIT ?';
    return this.#database.prepare(sql).all(state, after, limit).map(parseFinding);
  }

  /** Returns the stored finding with this invariant and key, or undefined. */
  findFinding({ invariant, key }: Pick<Finding, 'invariant' | 'key'>): Finding | undefined {
    const row = this.#database.prepare('SELECT * FROM finding WHERE invariant = ? AND key = ?').get(invariant, key);
    return row && parseFinding(row);
  }

  setFindingState({ id }: StoredFinding, state: FindingState): void {
    this.#database.prepare('UPDATE finding SET state = ? WHERE id = ?').run(state, id);
  }

  /** Returns a digest of all facts, regardless of their order. If two digests are equal, no fact has changed. */
  computeFingerprint(): string {
    const hash = createHash('sha256');

    for (const table of Object.keys(FACT_TABLES)) {
      const rows = this.#database.prepare(`SELECT * FROM ${table}`).all();
      const sortedRows = rows.map((row) => JSON.stringify(row)).sort();
      for (const row of sortedRows) hash.update(`${table}${row}\n`);
    }

    return hash.digest('hex');
  }

  close(): void {
    this.#database.close();
  }
}

/** Converts a row of the table `finding`, whose reads are JSON. */
function parseFinding(row: Record<string, unknown>): StoredFinding {
  return { ...row, reads: JSON.parse(String(row.reads)) } as unknown as StoredFinding;
}

/** Returns a short digest of values, for comparing texts without storing them. */
export function computeDigest(...values: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 22);
}
