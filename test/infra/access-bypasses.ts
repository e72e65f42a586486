import type { SourceFile } from '../support/source-files.ts';

/**
 * Finds code of `lambdas` that could show items to a viewer without the access rule.
 *
 * Functions of `lambdas/table` return sealed items (`Sealed`). `lambdas/access` opens an item for a viewer at its depth
 * or above, and returns it as `Visible`. The compiler checks these types. The patterns here find code that avoids them.
 */

/** Names that open sealed items (lambdas/table/sealed.ts). A type import of `Sealed` is harmless. */
const OPENERS = /\b(unseal|unsealAll)\b|\bSealed\.open\b/;

/** Names that open items without a viewer (lambdas/access/open-sealed.ts). */
const JOB_OPENERS = /\b(openForJob|openAllForJob)\b/;

/** A way around the access rule, and the files in which it is allowed. */
interface Bypass {
  /** Completes the sentence "This code …". */
  readonly name: string;
  readonly allowedIn: RegExp;
  readonly matches: (file: SourceFile) => boolean;
}

const BYPASSES: readonly Bypass[] = [
  {
    name: 'reaches the client of the table',
    allowedIn: /^lambdas\/table\//,
    matches: ({ imports }) =>
      imports.some((importedPath) => /^lambdas\/table\/(client|batch-get)\.ts$/.test(importedPath)),
  },
  {
    name: 'creates a client of the table',
    allowedIn: /^lambdas\/table\//,
    matches: ({ imports, text }) =>
      imports.includes('lambdas/table/document-client.ts') || /\bnew DynamoDB(Document)?(Client)?\(/.test(text),
  },
  {
    name: 'imports a whole module of the table',
    allowedIn: /^lambdas\/table\//,
    matches: ({ text }) => /import \* as \w+ from '[^']*\/table\/|import\('[^']*\/table\//.test(text),
  },
  {
    name: 'exports a reader of the table again',
    allowedIn: /^lambdas\/table\//,
    matches: ({ text }) => /export (\*|\{[^}]*\}) from '[^']*\/table\//.test(text),
  },
  { name: 'opens a sealed item', allowedIn: /^lambdas\/(table|access)\//, matches: ({ text }) => OPENERS.test(text) },
  {
    name: 'casts to Visible',
    allowedIn: /^lambdas\/access\/open-sealed\.ts$/,
    matches: ({ text }) => /\bas (unknown as )?Visible\b|<Visible</.test(text.replace(/Promise<Visible</g, '')),
  },
];

/** Returns the ways around the access rule that a file of `lambdas` takes. */
export function findBypasses(file: SourceFile): string[] {
  return BYPASSES.filter(({ allowedIn, matches }) => !allowedIn.test(file.path) && matches(file)).map(
    ({ name }) => name,
  );
}

/** Returns whether a file opens items without a viewer. Only jobs and triggers may do so. */
export function opensForJob({ path, text }: SourceFile): boolean {
  return path !== 'lambdas/access/open-sealed.ts' && JOB_OPENERS.test(text);
}
