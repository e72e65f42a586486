import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mutant } from '@stryker-mutator/api/core';
import { commonTokens } from '@stryker-mutator/api/plugin';
import { createInstrumenter } from '@stryker-mutator/instrumenter';
import { createInjector } from 'typed-inject';
// @ts-expect-error: plain JavaScript
import { strykerPlugins } from '../ignorer.mjs';

/** Sources in which every mutant can be switched on by its ID, and the mutants. */
export interface Instrumented {
  /** Texts by absolute path. */
  readonly sources: ReadonlyMap<string, string>;
  readonly mutants: readonly Mutant[];
}

const silent = new Proxy({}, { get: (_, name) => () => (String(name).startsWith('is') ? false : undefined) });

/** Instruments the sources that match these globs with StrykerJS. */
export async function instrument(root: string, globs: readonly string[]): Promise<Instrumented> {
  const names = [...new Set(globs.flatMap((glob) => globSync(glob, { cwd: root })))].filter(
    (it) => !/\.test\./.test(it),
  );
  const logger = createInjector().provideValue(commonTokens.logger, silent as never);
  const instrumenter = createInstrumenter(logger.provideValue(commonTokens.injector, logger));
  const files = names.map((name) => ({
    name: join(root, name),
    mutate: true,
    content: readFileSync(join(root, name), 'utf8'),
  }));
  const { files: sources, mutants } = await instrumenter.instrument(files, {
    ignorers: strykerPlugins.map(({ value }: { value: unknown }) => value),
    excludedMutations: [],
    plugins: null,
    noHeader: false,
  } as never);

  return { sources: new Map(sources.map(({ name, content }) => [name, content])), mutants };
}
