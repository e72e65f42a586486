import { z } from 'zod';

/** Matches a value that equals a text, or that starts with a prefix. Lambda's other matchers are rejected. */
const matcher = z.union([z.string(), z.strictObject({ prefix: z.string() })]);

type Pattern = { readonly [field: string]: Pattern | z.output<typeof matcher>[] };

const pattern: z.ZodType<Pattern> = z.lazy(() => z.record(z.string(), z.union([z.array(matcher), pattern])));

/**
 * Parses a filter pattern of an event source mapping.
 *
 * @returns a function that returns whether an event matches
 * @throws Error if the pattern uses more than texts and prefixes
 */
export function parseEventPattern(patternJson: string): (event: unknown) => boolean {
  const { success, data } = pattern.safeParse(JSON.parse(patternJson));
  if (!success) throw new Error(`The local cloud filters by texts and prefixes only, not by ${patternJson}.`);
  return (event) => matches(data, event);
}

function matches(fields: Pattern, event: unknown): boolean {
  return Object.entries(fields).every(([name, expected]) => {
    const value = (event as Record<string, unknown> | undefined)?.[name];
    if (!Array.isArray(expected)) return typeof value === 'object' && value !== null && matches(expected, value);
    return typeof value === 'string' && expected.some((candidate) => matchesText(candidate, value));
  });
}

function matchesText(expected: z.output<typeof matcher>, value: string): boolean {
  return typeof expected === 'string' ? expected === value : value.startsWith(expected.prefix);
}
