import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/**
 * The table in which dynoxide, the local DynamoDB engine, stores the records of streams.
 *
 * dynoxide 1.2.1 computes the next sequence number as a maximum over this table. Without an index, a write takes 40 ms
 * after 100,000 records. With the index, it is as fast as in an empty table. dynoxide never deletes old records.
 */
export class StreamStorage {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /** Adds the index. Does nothing if the file is missing, because another DynamoDB is in use. */
  addIndex(): void {
    this.#use((database) => {
      database.exec(
        `CREATE INDEX IF NOT EXISTS stream_sequence ON _stream_records (table_name, CAST(sequence_number AS INTEGER))`,
      );
    });
  }

  /** Deletes the records up to a sequence number. Keeps the newest record: dynoxide derives the next number from it. */
  trim(upTo: number): void {
    const number = 'CAST(sequence_number AS INTEGER)';
    this.#use((database) => {
      database
        .prepare(`DELETE FROM _stream_records WHERE ${number} <= ? AND id < (SELECT MAX(id) FROM _stream_records)`)
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
