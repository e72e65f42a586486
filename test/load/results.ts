/**
 * Stores the latest figures of the benchmarks, in one file per part. The files are committed, so
 * `npm run bench -- --only summary` can write docs/benchmarks.md without hours of measurements.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { FIGURES, type FigureName } from './figures.ts';

/** A measured value, and when and on how many cores it was measured. */
export interface Result {
  readonly value: number;
  /** Date as YYYY-MM-DD. */
  readonly date: string;
  /** Number of processor cores of the machine. */
  readonly cores: number;
}

/** The folder of the files. */
const FOLDER = join(import.meta.dirname, 'results');

/** Stores a figure that a benchmark measured. Replaces its previous value. */
export function recordFigure(name: FigureName, value: number): void {
  const { part } = FIGURES[name];
  const result = {
    value: Number(value.toPrecision(4)),
    date: new Date().toISOString().slice(0, 10),
    cores: cpus().length,
  };
  storeResults(part, { ...readResults(part), [name]: result });
}

/** Returns the stored results of a part, by name. Empty if the part has not recorded any. */
export function readResults(part: string): Readonly<Record<string, Result>> {
  const file = resultFile(part);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

/** Returns the stored results of all parts, by name. */
export function readAllResults(): Readonly<Partial<Record<FigureName, Result>>> {
  const parts = new Set(Object.values(FIGURES).map(({ part }) => part));
  return Object.assign({}, ...[...parts].map(readResults));
}

/** Replaces the stored results of a part. */
export function storeResults(part: string, results: object): void {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(resultFile(part), `${JSON.stringify(results, null, 2)}\n`);
}

/** Returns the path of a part's file. */
function resultFile(part: string): string {
  return join(FOLDER, `${part}.json`);
}
