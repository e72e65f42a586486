import { z } from 'zod';

/** Matches a value that equals a text, or that starts with a prefix. Lambda's other matchers are rejected. */
const matcherSchema = z.union([z.string(), z.strictObject({ prefix: z.string() })]);

/** A pattern: the accepted values of each field, or a pattern for the fields of an inner object. */
type Pattern = { readonly [field: string]: Pattern | z.output<typeof matcherSchema>[] };

const patternSchema: z.ZodType<Pattern> = z.lazy(() =>
  z.record(z.string(), z.union([z.array(matcherSchema), patternSchema])),
);

/**
 * Parses a filter pattern of an event source mapping.
 *
 * @returns a function that returns whether an event matches
 * @throws Error if the pattern uses more than texts and prefixes
 */
export function parseEventPattern(patternJson: string): (event: unknown) => boolean {
  const { success, data: pattern } = patternSchema.safeParse(JSON.parse(patternJson));
  if (!success) throw new Error(`The local cloud filters by texts and prefixes only, not by ${patternJson}.`);
  return (event) => matches(pattern, event);
}

/** Returns whether every field of the pattern matches. The event may have more fields. */
function matches(fields: Pattern, event: unknown): boolean {
  return Object.entries(fields).every(([name, expected]) => {
    const value = (event as Record<string, unknown> | undefined)?.[name];
    if (!Array.isArray(expected)) return typeof value === 'object' && value !== null && matches(expected, value);
    return typeof value === 'string' && expected.some((candidate) => matchesText(candidate, value));
  });
}

function matchesText(expected: z.output<typeof matcherSchema>, value: string): boolean {
  return typeof expected === 'string' ? expected === value : value.startsWith(expected.prefix);
}
