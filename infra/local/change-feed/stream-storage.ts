import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** SQL expression for a record's sequence number, which dynoxide stores as text. */
const SEQUENCE_NUMBER = 'CAST(sequence_number AS INTEGER)';

/**
 * The SQLite table in which dynoxide, the local DynamoDB engine, stores the records of all streams.
 *
 * dynoxide 1.2.1 computes the next sequence number as a maximum over this table. Without an index, a write takes 40 ms
 * after 100,000 records. With the index, it is as fast as in an empty table. dynoxide never deletes old records.
 *
 * If another DynamoDB is in use, the file is missing. Then the methods do nothing.
 */
export class StreamStorage {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /** Adds the index of sequence numbers, unless it exists. */
  addSequenceIndex(): void {
    this.#use((database) => {
      database.exec(`CREATE INDEX IF NOT EXISTS stream_sequence ON _stream_records (table_name, ${SEQUENCE_NUMBER})`);
    });
  }

  /**
   * Deletes the records up to a sequence number, of all tables: the local cloud has one table with a stream. Keeps the
   * newest record, from which dynoxide derives the next number.
   */
  trim(upTo: number): void {
    this.#use((database) => {
      database
        .prepare(
          `DELETE FROM _stream_records WHERE ${SEQUENCE_NUMBER} <= ? AND id < (SELECT MAX(id) FROM _stream_records)`,
        )
        .run(upTo);
    });
  }

  #use(action: (database: DatabaseSync) => void): void {
    if (!existsSync(this.#path)) return;
    const database = new DatabaseSync(this.#path);
    try {
      // Waits up to five seconds while dynoxide writes to the file.
      database.exec('PRAGMA busy_timeout = 5000');
      action(database);
    } finally {
      database.close();
    }
  }
}
