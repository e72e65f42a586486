/**
 * Types of the packages in test/mutants/stryker/package.json, as far as the runners use them. `npm run check` runs
 * without these packages, so it can't use their own types.
 */

declare module '@stryker-mutator/api/core' {
  interface Position {
    readonly line: number;
    readonly column: number;
  }

  export interface Mutant {
    readonly id: string;
    readonly fileName: string;
    readonly mutatorName: string;
    readonly replacement: string;
    readonly location: { readonly start: Position; readonly end: Position };
    readonly status: string;
  }
}

declare module '@stryker-mutator/api/plugin' {
  export const commonTokens: { readonly logger: 'logger'; readonly injector: '$injector' };
}

declare module '@stryker-mutator/core' {
  import type { Mutant } from '@stryker-mutator/api/core';

  export class Stryker {
    constructor(options: object);
    runMutationTest(): Promise<readonly Mutant[]>;
  }
}

declare module '@stryker-mutator/instrumenter' {
  import type { Mutant } from '@stryker-mutator/api/core';

  interface SourceFile {
    readonly name: string;
    readonly content: string;
  }

  interface Instrumenter {
    instrument(
      files: readonly SourceFile[],
      options: object,
    ): Promise<{ readonly files: readonly SourceFile[]; readonly mutants: readonly Mutant[] }>;
  }

  export function createInstrumenter(injector: object): Instrumenter;
}

declare module 'typed-inject' {
  interface Injector {
    provideValue(token: string, value: unknown): Injector;
  }

  export function createInjector(): Injector;
}
