/** Test files that catch a mutant, in one vitest project. Vitest matches a file by any part of its path. */
export interface TestFilter {
  /** The start of the project's name: `unit` also stands for `unit-isolated` and `unit-slow`. */
  readonly project: 'unit' | 'infra' | 'acceptance' | 'faults' | 'e2e';
  readonly files: readonly string[];
}

/** A change of one line that breaks a rule of the product. */
export interface Mutant {
  /** Unique; used by `--only`. */
  readonly name: string;
  readonly area: string;
  /** The rule that holds without the mutant. */
  readonly rule: string;
  /** Relative to the repository root. */
  readonly file: string;
  /** Exact text, on one line. */
  readonly find: string;
  readonly replace: string;
  /** Cheapest first. The runner stops at the first filter in which a test fails. */
  readonly caughtBy: readonly TestFilter[];
  /** Only for mutants that no test catches yet: the test to write. `caughtBy` then lists where it was looked for. */
  readonly missingTest?: string;
}

/** Returns a function that selects test files of one project. */
const inProject =
  (project: TestFilter['project']) =>
  (...files: string[]): TestFilter => ({ project, files });

export const unit = inProject('unit');
export const infra = inProject('infra');
export const acceptance = inProject('acceptance');
export const faults = inProject('faults');
