/** Rules for the structure of the sources that neither the compiler nor the linter checks. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ItemType } from '../../lambdas/table/item-type.ts';
import { ITEM_TYPES } from '../../lambdas/table/item-types.ts';
import { type Capability, contract } from '../../shared/contract/contract.ts';
import { socketRoutes } from '../../shared/contract/socket-frames.ts';
import { readSourceFiles, type SourceFile } from '../support/source-files.ts';
import { ALLOWED_IMPORTS, findRuleFolder } from './allowed-imports.ts';
import { findCycles } from './import-cycles.ts';

const ROOT = join(import.meta.dirname, '../..');

const allFiles = readSourceFiles();
const shippedFiles = allFiles.filter(({ path }) => !/\.test\.tsx?$|^test\//.test(path));
const lambdaFiles = shippedFiles.filter(({ path }) => path.startsWith('lambdas/'));

/** The web app, without the support of its tests. */
const webFiles = shippedFiles.filter(
  ({ path }) => path.startsWith('web/src/') && !path.startsWith('web/src/test-support/'),
);

describe('imports', () => {
  it('imports of the sources are found', () => {
    // Without imports, no rule below could fail.
    expect(allFiles.flatMap((file) => file.imports).length).toBeGreaterThan(5000);
  });

  it('imports only go to allowed folders (allowed-imports.ts)', () => {
    expect(mayImport('shared/rules/depth.ts', 'lambdas/table/keys.ts')).toBe(false);

    const violations = allFiles
      .filter(({ path }) => !/\.test\.tsx?$/.test(path))
      .flatMap(({ path, imports }) =>
        imports
          .filter((importedPath) => !mayImport(path, importedPath))
          .map(
            (importedPath) =>
              `${path} (${findRuleFolder(path)}) imports ${importedPath} (${findRuleFolder(importedPath)})`,
          ),
      );

    expect(violations).toEqual([]);
  });

  it('imports have no cycles', () => {
    expect(findCycles(allFiles)).toEqual([]);
  });

  it('imports that form a cycle are found, even if it leads through several files', () => {
    const buildFile = (path: string, ...imports: string[]): SourceFile => ({ path, text: '', imports });
    const cycleOfThree = [buildFile('a', 'b'), buildFile('b', 'c'), buildFile('c', 'a')];
    const filesOutside = [buildFile('d', 'a', 'e'), buildFile('e')];

    const groups = findCycles([...filesOutside, ...cycleOfThree]);

    expect(groups.map((group) => group.toSorted())).toEqual([['a', 'b', 'c']]);
  });

  it('imports of web tests stay out of lambdas and infra', () => {
    const violations = allFiles
      .filter(({ path }) => /\.test\.tsx?$/.test(path))
      .flatMap(({ path, imports }) =>
        imports
          .filter((importedPath) => path.startsWith('web/') && /^(lambdas|infra)\//.test(importedPath))
          .map((importedPath) => `${path} imports ${importedPath}`),
      );

    expect(violations).toEqual([]);
  });
});

describe('downloads', () => {
  it('only presenters and POST /files/view sign downloads', () => {
    const importersOf = (name: string) =>
      lambdaFiles
        .filter(({ text }) => findImportedNames(text).includes(name))
        .map(({ path }) => path)
        .toSorted();

    expect(importersOf('signDownload')).toEqual(['lambdas/access/download-url.ts', 'lambdas/posts/present-posts.ts']);
    expect(importersOf('signVisibleDownload')).toEqual(['lambdas/files/present-files.ts', 'lambdas/files/view.ts']);
  });
});

describe('functions of the table', () => {
  it('functions that only build items of a transaction have names with `build`', () => {
    const builders = lambdaFiles
      .filter(({ path }) => path.startsWith('lambdas/table/') && path !== 'lambdas/table/transaction.ts')
      .flatMap(({ text }) =>
        [...text.matchAll(/function (\w+)\([^{;]*?\): (?:readonly )?TransactItem\b/g)].map(([, name]) => name!),
      );

    expect(builders.length).toBeGreaterThan(10);
    expect(builders.filter((name) => !name.startsWith('build'))).toEqual([]);
  });
});

describe('deletions of objects', () => {
  it('deletions of objects go through functions that demand their evidence', () => {
    const deletingFiles = lambdaFiles.filter(({ text }) => /\bDeleteObjects?Command\b/.test(removeComments(text)));
    expect(deletingFiles.map(({ path }) => path)).toEqual([
      'lambdas/storage/object-store.ts',
      'lambdas/storage/object-versions.ts',
      'lambdas/storage/s3-client.ts',
    ]);
  });
});

describe('transient errors', () => {
  it('transient errors are classified in one module only', () => {
    const classification =
      /ThrottlingException|ProvisionedThroughput|RequestLimitExceeded|SlowDown|ConditionalRequestConflict|TooManyRequests|TransactionConflict|TransactionInProgress|InternalServerError|ServiceUnavailable|httpStatusCode|ECONNRESET|status >= 5|core\/retry'/;
    // The clients of AWS give errors the SDK's names, and use the SDK's retries.
    const awsClients =
      /lambdas\/(platform\/aws-(connection|error|service)|table\/(document-client|service-error)|credentials\/call-cognito)\.ts$/;
    const classifyingFiles = lambdaFiles
      .filter(({ path, text }) => !awsClients.test(path) && classification.test(removeComments(text)))
      .map(({ path }) => path);

    expect(classifyingFiles.filter((path) => !path.startsWith('lambdas/payments/'))).toEqual([
      'lambdas/platform/errors.ts',
      'lambdas/platform/transient-errors.ts',
    ]);
    // This client turns failed responses of PayPal into PaymentsUnavailable.
    expect(classifyingFiles.filter((path) => path.startsWith('lambdas/payments/'))).toEqual([
      'lambdas/payments/paypal-client.ts',
    ]);
  });

  it('transient errors stop a job, unless processRows handles them', () => {
    const jobs = lambdaFiles.filter(
      ({ path, text }) => path.startsWith('lambdas/triggers/') || findImportedNames(text).includes('processRows'),
    );

    expect(jobs.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        'lambdas/account/audit-ledgers.ts',
        'lambdas/account/purge-account.ts',
        'lambdas/account/purge.ts',
        'lambdas/files/reconcile-uploads.ts',
        'lambdas/files/orphans-of-files.ts',
        'lambdas/posts/purge-post.ts',
        'lambdas/triggers/file-stored.ts',
      ]),
    );

    const catchingJobs = jobs.filter(({ text }) => /\bcatch\b|allSettled/.test(removeComments(text)));
    expect(catchingJobs.map(({ path }) => path)).toEqual([]);
  });

  it('pages handle transient errors by their codes, not by HTTP status', () => {
    const filesByStatus = webFiles
      .filter(({ text }) => /status (>=|===|>) ?(429|5\d\d|499)/.test(removeComments(text)))
      .map(({ path }) => path);

    // Responses of gateways and of S3 have no code of the contract.
    expect(filesByStatus.toSorted()).toEqual([
      'web/src/platform/api/api-error.ts',
      'web/src/platform/pictures/put-file.ts',
    ]);
  });
});

describe('storage of the browser', () => {
  it('one module accesses the storage of the browser, because every access can throw', () => {
    const violations = webFiles
      .filter(({ text }) => /\b(localStorage|sessionStorage|indexedDB)\b/.test(removeComments(text)))
      .map(({ path }) => path);
    expect(violations).toEqual(['web/src/platform/browser/browser-storage.ts']);
  });
});

describe('navigation of the page', () => {
  it('only the guarded router creates a router or leaves the page', () => {
    const violations = webFiles
      .filter(({ text }) =>
        /\b(BrowserRouter|HashRouter|createBrowserRouter)\b|(?<!\.)\blocation\.(assign|replace|href =)/.test(
          removeComments(text),
        ),
      )
      .map(({ path }) => path);

    // A full load replaces a screen that can't be loaded.
    expect(violations.toSorted()).toEqual([
      'web/src/app/layout/full-page-load.tsx',
      'web/src/app/shell/guarded-router.tsx',
    ]);
  });
});

describe('item types', () => {
  it('only item types contain key prefixes', () => {
    const prefixes = Object.values<ItemType>(ITEM_TYPES).flatMap(({ partition, sort, owner = '' }) => [
      partition,
      sort,
      owner,
    ]);
    const prefix = new RegExp(`['"\`](${[...new Set(prefixes)].filter(Boolean).join('|')})#`);

    expect("'USER#'").toMatch(prefix);

    const violations = shippedFiles.filter(
      ({ path, text }) => /^(lambdas|infra\/(constructs|routes|stacks))\//.test(path) && prefix.test(text),
    );
    expect(violations.map(({ path }) => path)).toEqual([]);
  });
});

describe('lists of endpoints', () => {
  it.each(Object.keys(contract) as Capability[])(
    'lambdas/%s/endpoints.ts exports exactly the endpoints of the contract',
    (capability) => {
      const text = readFileSync(join(ROOT, `lambdas/${capability}/endpoints.ts`), 'utf8');
      expect(findExportedNames(text)).toEqual(Object.keys(contract[capability]).toSorted());
    },
  );

  it.each(Object.keys(contract) as Capability[])(
    'lambdas/%s/endpoints.ts exports only from files that have the name of one of their endpoints',
    (capability) => {
      const text = readFileSync(join(ROOT, `lambdas/${capability}/endpoints.ts`), 'utf8');
      const files = [...text.matchAll(/export \{ ([^}]+) \} from '\.\/([\w-]+)\.ts'/g)].map(([, names = '', file]) => ({
        file,
        endpoints: names.split(', ').map((name) =>
          name
            .split(' as ')
            .at(-1)!
            .replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
        ),
      }));
      // multipart.ts has four endpoints, which are steps of one protocol.
      const misnamedFiles = files.filter(({ file, endpoints }) => file !== 'multipart' && !endpoints.includes(file!));
      expect(misnamedFiles).toEqual([]);
    },
  );

  it('lambdas/socket-routes.ts exports exactly the socket routes of the contract', () => {
    const text = readFileSync(join(ROOT, 'lambdas/socket-routes.ts'), 'utf8');
    expect(findExportedNames(text)).toEqual(socketRoutes.map(({ handler }) => handler).toSorted());
  });
});

describe('files', () => {
  it('files have at most 320 lines', () => {
    const longFiles = allFiles.filter(({ text }) => text.trimEnd().split('\n').length > 320).map(({ path }) => path);
    expect(longFiles).toEqual([]);
  });

  it('files have specific names, not utils, helpers, common, or misc', () => {
    expect(allFiles.filter(({ path }) => /(^|\/)(utils?|helpers?|common|misc)(\/|\.tsx?$)/.test(path))).toEqual([]);
  });

  it('files of endpoints read no environment variables', () => {
    const violations = lambdaFiles
      .filter(({ path }) => path.split('/')[1]! in contract)
      // The clients of payment providers read the addresses of fake providers, and the names of their secrets.
      .filter(({ path }) => !/^lambdas\/payments\/(paypal-certificate|paypal-client|stripe-client)\.ts$/.test(path))
      .filter(({ text }) => /process\.env/.test(text));

    expect(violations.map(({ path }) => path)).toEqual([]);
  });
});

/** Returns whether a file may import another one, by their folders. */
function mayImport(path: string, importedPath: string): boolean {
  const from = findRuleFolder(path);
  const to = findRuleFolder(importedPath);
  return from === to || (ALLOWED_IMPORTS[from] ?? []).includes(to);
}

/** Returns a source text without its comments. */
function removeComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
}

/** Returns the names that a file imports from other files of the project. */
function findImportedNames(text: string): string[] {
  return [...text.matchAll(/import (?:type )?\{([^}]*)\} from '\.{1,2}\//g)].flatMap(([, names = '']) =>
    names.split(',').map(
      (name) =>
        name
          .trim()
          .replace(/^type /, '')
          .split(' as ')[0]!,
    ),
  );
}

/** Returns the names that a file re-exports. */
function findExportedNames(text: string): string[] {
  return [...text.matchAll(/^export \{([^}]*)\} from/gms)]
    .flatMap(([, names = '']) => names.split(','))
    .map((name) => name.trim().split(' as ').at(-1)!)
    .filter((name) => name !== '')
    .toSorted();
}
