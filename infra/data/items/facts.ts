import { createHash } from 'node:crypto';
import { DatabaseSync, type StatementSync } from 'node:sqlite';

/**
 * The tables of facts, with their columns.
 *
 * Each item and each object adds a row of short values: IDs, numbers, and digests. Texts, names, and addresses of
 * members are never stored.
 */
const TABLES = {
  /**
   * `state`: live, hidden (the purge is pending), or purged. Times are milliseconds. `bytes`: the contributed bytes.
   * `stored`: the stored bytes. `cm`: the bought centimetres. `picture`: a digest of the storage key.
   */
  member: [
    'user',
    'state',
    'hiddenAt',
    'bytes',
    'stored',
    'cm',
    'depth',
    'peak',
    'version',
    'followers',
    'following',
    'pictureFolder',
    'picture',
  ],
  /** `file`: the partition key of the file that the entry is about. `cents`: the amount of the payment or reversal. */
  ledger: [
    'user',
    'entry',
    'source',
    'sourceId',
    'file',
    'bytes',
    'cm',
    'version',
    'depthAfter',
    'provider',
    'payment',
    'cents',
  ],
  /** One row per edge. `side` is the type of the item. */
  follow: ['follower', 'followed', 'side'],
  /** `item`: the partition key of the liked file or post. `digest`: of the member's ID, as in the item's likers. */
  liked: ['user', 'item', 'digest'],
  /** The likers that a file or a visible post contains. */
  liker: ['item', 'digest'],
  /**
   * `credited`: the bytes that count for the owner. `checksum` is missing in files of earlier versions. `original`: the
   * checksum before the bytes were replaced. `renditions`: the number of renditions, missing until the file is
   * processed. `closedSince`: the time at which a file that isn't inspected yet was recorded.
   */
  file: [
    'item',
    'user',
    'folder',
    'size',
    'etag',
    'checksum',
    'original',
    'credited',
    'revision',
    'depth',
    'likes',
    'renditions',
    'closedSince',
  ],
  /** `item`: the partition key of the file. */
  copy: ['user', 'checksum', 'item'],
  /**
   * `state`: live, hidden, or purged. `queued`: whether the purge job finds the hidden post. `picture`: as in `member`.
   * `stored`: the bytes of the picture that count for the author, 0 once the post is hidden.
   */
  post: [
    'post',
    'user',
    'state',
    'hiddenAt',
    'queued',
    'depth',
    'likes',
    'comments',
    'newest',
    'pictureFolder',
    'picture',
    'stored',
  ],
  /** `digest` covers all attributes of the comment. */
  comment: ['post', 'comment', 'user', 'digest'],
  /**
   * `folder`: the storage key without the file name. `digest` covers the whole key. `item`: the partition key of the
   * object's file.
   */
  object: ['purpose', 'folder', 'digest', 'item', 'user', 'size', 'etag', 'since'],
  inbox: ['user', 'other', 'lastId', 'digest', 'receivedId', 'unread', 'readUpTo'],
  /** `digest` covers the preview that the inbox shows. */
  message: ['conversation', 'message', 'sender', 'recipient', 'client', 'sentAt', 'digest'],
  sent: ['conversation', 'sender', 'client', 'message'],
  socket: ['user', 'connection', 'side', 'expiresAt'],
  /** Rows of a member that no other table has. `row`: the key, without IDs that clients chose. */
  other: ['user', 'type', 'row'],
  unclaimed: ['provider', 'payment', 'user', 'cents', 'returned'],
  depthMarker: ['user', 'bucket', 'shard', 'version'],
  depthBucket: ['shard', 'bucket', 'members'],
} as const satisfies Record<string, readonly string[]>;

type FactTable = keyof typeof TABLES;
export type Value = string | number | null;
export type Row = Record<string, Value>;
type RowOf<T extends FactTable> = Readonly<Record<(typeof TABLES)[T][number], Value>>;

/** Indexes that the invariants need. Created after all facts are stored, which is faster. */
const INDEXES = [
  'member(user)',
  'ledger(user, version)',
  'ledger(file)',
  'ledger(provider, payment)',
  'liked(item)',
  'follow(follower, followed, side)',
  'follow(followed, side)',
  'file(item)',
  'file(folder)',
  'file(user, checksum)',
  'copy(item, checksum)',
  'post(post)',
  'post(user) WHERE stored > 0',
  'comment(post, comment)',
  'object(item)',
  'object(folder)',
  'object(digest)',
  'inbox(user, other)',
  'depthMarker(user)',
  'socket(connection, side)',
  'message(conversation, message)',
  'message(conversation, sender, client)',
  'sent(conversation, sender, client)',
];

/**
 * The items and objects of a suspected violation.
 *
 * Findings must not contain names of files. Items whose key contains one are read with their whole partition.
 */
export interface Reads {
  readonly keys?: readonly { readonly pk: string; readonly sk: string }[];
  readonly partitions?: readonly { readonly pk: string; readonly prefix: string }[];
  /** Partitions of the index `ByOwner`. The index is eventually consistent, so items are read again from the table. */
  readonly owned?: readonly string[];
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

/** Stores the compact facts of a table and its bucket in SQLite: in a work file, or in memory if no path is given. */
export class Facts {
  readonly #database: DatabaseSync;
  readonly #inserts = new Map<FactTable, StatementSync>();
  readonly #insertFinding: StatementSync;

  constructor(path = ':memory:') {
    this.#database = new DatabaseSync(path);
    // A killed process loses no data. A crash of the machine can damage the file, and then the run starts over.
    this.#database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA cache_size = -65536;');

    for (const [table, columns] of Object.entries(TABLES)) {
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
      const columns = TABLES[table];
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
    INDEXES.forEach((columns, number) => {
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

  /** Returns up to `limit` findings in a state, after an ID. */
  readFindings(state: FindingState, { after = 0, limit = 1000 } = {}): StoredFinding[] {
    const sql = 'SELECT * FROM finding WHERE state = ? AND id > ? ORDER BY id LIMIT ?';
    return this.#database
      .prepare(sql)
      .all(state, after, limit)
      .map((row) => ({ ...row, reads: JSON.parse(String(row.reads)) }) as unknown as StoredFinding);
  }

  /** Returns the stored finding with this invariant and key, or undefined. */
  findFinding({ invariant, key }: Pick<Finding, 'invariant' | 'key'>): Finding | undefined {
    const row = this.#database.prepare('SELECT * FROM finding WHERE invariant = ? AND key = ?').get(invariant, key);
    return row && ({ ...row, reads: JSON.parse(String(row.reads)) } as unknown as Finding);
  }

  setState({ id }: StoredFinding, state: FindingState): void {
    this.#database.prepare('UPDATE finding SET state = ? WHERE id = ?').run(state, id);
  }

  /** Returns a digest of all facts, regardless of their order. If two digests are equal, no fact has changed. */
  fingerprint(): string {
    const hash = createHash('sha256');

    for (const table of Object.keys(TABLES)) {
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

/** Returns a short digest of values, for comparing texts without storing them. */
export function digestOf(...values: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 22);
}
