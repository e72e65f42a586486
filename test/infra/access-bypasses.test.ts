/**
 * Checks that no function reads items around the access rule: a member sees only what lies at their depth or below, and
 * functions open an item only for a viewer.
 */
import { describe, expect, it } from 'vitest';
import { readSourceFiles, type SourceFile } from '../support/source-files.ts';
import { findBypasses, opensForJob } from './access-bypasses.ts';

const lambdas = readSourceFiles().filter(
  // Fixtures belong to tests.
  ({ path }) => path.startsWith('lambdas/') && !/(\.test|fixture)\.tsx?$/.test(path),
);

/** Files that open items without a viewer. Each states its reason where it opens them. */
const JOBS_AND_TRIGGERS = [
  'lambdas/account/audit-ledgers.ts',
  'lambdas/account/purge-account.ts',
  'lambdas/account/purge-orphans.ts',
  'lambdas/credentials/confirm-registration.ts',
  'lambdas/files/process-media.ts',
  'lambdas/files/reconcile-uploads.ts',
  'lambdas/files/record-stored-file.ts',
  'lambdas/files/shown-pictures.ts',
  'lambdas/payments/paypal-webhook.ts',
  'lambdas/payments/settle-payment.ts',
  'lambdas/posts/purge-post.ts',
];

describe('the access rule', () => {
  it('no function bypasses the access rule', () => {
    expect(lambdas.flatMap((file) => findBypasses(file).map((name) => `${file.path} ${name}`))).toEqual([]);
  });

  it('lets only jobs and triggers open items without a viewer', () => {
    const openers = lambdas.filter(opensForJob).map(({ path }) => path);
    expect(openers.toSorted()).toEqual(JOBS_AND_TRIGGERS);
  });
});

describe('findBypasses', () => {
  /** Builds a source file of `lambdas` with this text and these imported files. */
  const buildSource = (text: string, ...imports: string[]): SourceFile => ({
    path: 'lambdas/files/new.ts',
    text,
    imports,
  });

  it.each<[bypass: string, file: SourceFile]>([
    ['reaches the client of the table', buildSource('table.send(new GetCommand({}))', 'lambdas/table/client.ts')],
    ['reaches the client of the table', buildSource('batchGet([key])', 'lambdas/table/batch-get.ts')],
    ['creates a client of the table', buildSource('const mine = new DynamoDBClient({});')],
    ['creates a client of the table', buildSource('createDocumentClient({})', 'lambdas/table/document-client.ts')],
    ['imports a whole module of the table', buildSource("import * as posts from '../table/post.ts';")],
    ['imports a whole module of the table', buildSource("const posts = await import('../table/post.ts');")],
    ['exports a reader of the table again', buildSource("export { getPost as read } from '../table/post.ts';")],
    ['exports a reader of the table again', buildSource("export * from '../table/post.ts';")],
    ['opens a sealed item', buildSource("import { unseal as open } from '../table/sealed.ts';")],
    ['opens a sealed item', buildSource('return Sealed.open(row.attributes);')],
    ['casts to Visible', buildSource('return file as Visible<StoredFile>;')],
    ['casts to Visible', buildSource('return file as unknown as Visible<StoredFile>;')],
    ['casts to Visible', buildSource('return <Visible<StoredFile>>file;')],
  ])('finds code that %s', (bypass, file) => {
    expect(findBypasses(file)).toEqual([bypass]);
  });

  it('accepts types of sealed and visible items', () => {
    const text = `import type { Sealed } from '../table/sealed.ts';
      export async function load(row: Sealed<StoredFile>): Promise<Visible<StoredFile>> {}`;
    expect(findBypasses(buildSource(text, 'lambdas/table/sealed.ts'))).toEqual([]);
  });
});
