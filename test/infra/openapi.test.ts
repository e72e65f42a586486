import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const readJson = (path: string) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));

/** Returns patterns for the sentences in the functions' sources. Each `${…}` stands for any text. */
function sourceSentences(): RegExp[] {
  const source = globSync('{lambdas,shared/rules}/**/*.ts', { cwd: ROOT })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(ROOT, file), 'utf8'))
    .join('\n');
  const literals = source.matchAll(/(['"`])((?:(?!\1)[^\\\n]|\\.)+)\1/g);

  return (
    [...literals]
      .map(([, , text = '']) => text.replaceAll("\\'", "'").split(/\$\{(?:[^{}]|\{[^{}]*\})*\}/))
      // Without enough words, a template would match every sentence.
      .filter((parts) => parts.join('').length >= 15)
      .map((parts) => new RegExp(`^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.+')}$`))
  );
}

describe('docs/openapi.json', () => {
  it("shows the functions' own sentences as examples of errors", () => {
    // The sentence of a limit is built from its parts, by the function that the functions use.
    const { InvalidInput: _, LimitReached: __, ...examples } = readJson('docs/openapi.json').components.examples;
    const sentences = Object.values<{ value: { error: string } }>(examples).map(({ value }) => value.error);
    expect(sentences.length).toBeGreaterThan(20);

    const knownSentences = sourceSentences();
    expect(sentences.filter((sentence) => !knownSentences.some((pattern) => pattern.test(sentence)))).toEqual([]);
  });
});
