import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Capability, contract } from '../../shared/contract/contract.ts';
import { socketRoutes } from '../../shared/contract/socket.ts';
import { type SourceFile, sourceFiles } from '../support/source-files.ts';
import { ALLOWED_IMPORTS, layerOf } from './allowed-imports.ts';

const ROOT = join(import.meta.dirname, '../..');

const all = sourceFiles();
const shipped = all.filter(({ path }) => !/\.test\.tsx?$|^test\//.test(path));
const lambdas = shipped.filter(({ path }) => path.startsWith('lambdas/'));

describe('imports', () => {
  it('point one way: each folder imports only the folders below it (allowed-imports.ts)', () => {
    const wrong = all
      .filter(({ path }) => !/\.test\.tsx?$/.test(path))
      .flatMap(({ path, imports }) =>
        imports
          .filter((target) => !mayImport(path, target))
          .map((target) => `${path} (${layerOf(path)}) imports ${target} (${layerOf(target)})`),
      );
    expect(wrong).toEqual([]);
  });

  it('have no cycle between files', () => {
    expect(cyclesOf(all)).toEqual([]);
  });

  it('of unit tests stay in the web app, or out of it', () => {
    const wrong = all
      .filter(({ path }) => /\.test\.tsx?$/.test(path))
      .flatMap(({ path, imports }) =>
        imports
          .filter((target) => path.startsWith('web/') && /^(lambdas|infra)\//.test(target))
          .map((target) => `${path} imports ${target}`),
      );
    expect(wrong).toEqual([]);
  });
});

/** Functions that read an item by key or a page of comments, whoever is asking. */
const RAW_READERS = [
  'getFile',
  'getFiles',
  'getPost',
  'getPosts',
  'getComment',
  'readComments',
  'getProfile',
  'getPerson',
  'getPeople',
];

/** Code that reads items without a viewer, and why. */
const SYSTEM_READERS: Readonly<Record<string, string>> = {
  'lambdas/members/ensure-profile.ts': 'reads and creates the profile of the caller',
  'lambdas/files/record-stored-file.ts': 'records what the bucket holds',
  'lambdas/files/reconcile-uploads.ts': 'job: compares table and bucket',
  'lambdas/files/shown-pictures.ts': 'job: finds pictures that nothing shows',
  'lambdas/account/purge-account.ts': 'job: removes deleted accounts',
  'lambdas/posts/purge-post.ts': 'job: removes deleted posts',
  'lambdas/account/audit-ledgers.ts': 'job: compares profiles with ledgers',
  'lambdas/payments/settle-payment.ts': 'credits the member that a payment names',
};

describe('the access rule', () => {
  it('is the only way to load an item for a viewer: nothing else calls the raw readers', () => {
    const callers = lambdas
      .filter(({ path }) => !/^lambdas\/(table|access)\//.test(path))
      .filter(({ text }) => RAW_READERS.some((reader) => importedNames(text).includes(reader)))
      .map(({ path }) => path);
    expect(callers.toSorted()).toEqual(Object.keys(SYSTEM_READERS).toSorted());
  });

  it('alone marks items as visible: nothing else casts to Visible', () => {
    const casts = lambdas.filter(({ text }) => /\bas Visible</.test(text)).map(({ path }) => path);
    // A comment on a visible post.
    expect(casts.filter((path) => !path.startsWith('lambdas/access/'))).toEqual(['lambdas/posts/present-posts.ts']);
  });

  it('stands before every download: only presenters and POST /files/view sign one', () => {
    const signers = lambdas.filter(({ text }) => importedNames(text).includes('signDownload')).map(({ path }) => path);
    expect(signers.toSorted()).toEqual([
      'lambdas/files/present-files.ts',
      'lambdas/files/view.ts',
      'lambdas/posts/present-posts.ts',
    ]);
  });
});

describe('the item types', () => {
  it('are the only place with prefixes of keys', () => {
    const prefix =
      /['"`](USER|FILE|POST|CHAT|SOCKET|TICKET|CALLS|JOB|UNCLAIMED|LEDGER|INBOX|LIKE|COMMENT|FOLLOWER|FOLLOWING|IDEMPOTENCY|ORDER|SENT|MESSAGE|MINUTE|REMOVAL)#/;
    const wrong = shipped.filter(
      ({ path, text }) => /^(lambdas|infra\/(constructs|routes|stacks))\//.test(path) && prefix.test(text),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });
});

describe('the lists of endpoints', () => {
  it.each(Object.keys(contract) as Capability[])(
    'lambdas/%s/endpoints.ts exports its endpoints, and nothing else',
    (capability) => {
      const text = readFileSync(join(ROOT, `lambdas/${capability}/endpoints.ts`), 'utf8');
      expect(exportedNames(text)).toEqual(Object.keys(contract[capability]).toSorted());
    },
  );

  it('lambdas/messages/sockets.ts exports the socket routes, and nothing else', () => {
    const text = readFileSync(join(ROOT, 'lambdas/messages/sockets.ts'), 'utf8');
    expect(exportedNames(text)).toEqual(socketRoutes.map(({ handler }) => handler).toSorted());
  });
});

describe('files', () => {
  it('are at most 320 lines long', () => {
    const long = all.filter(({ text }) => text.split('\n').length > 320).map(({ path }) => path);
    expect(long).toEqual([]);
  });

  it('have names of their own: no utils, helpers, common or misc', () => {
    expect(all.filter(({ path }) => /(^|\/)(utils?|helpers?|common|misc)(\/|\.tsx?$)/.test(path))).toEqual([]);
  });

  it('of endpoints read no environment and parse no JSON: the wrapper and lambdas/platform do', () => {
    const wrong = lambdas
      .filter(({ path }) => /^lambdas\/(account|files|posts|users|messages)\//.test(path))
      .filter(({ text }) => /process\.env/.test(text));
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });
});

function mayImport(path: string, target: string): boolean {
  const [from, to] = [layerOf(path), layerOf(target)];
  return from === to || (ALLOWED_IMPORTS[from] ?? []).includes(to);
}

/** The names that a file imports from other files of the project. */
function importedNames(text: string): string[] {
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

/** The names that a list of re-exports exports. */
function exportedNames(text: string): string[] {
  return [...text.matchAll(/^export \{([^}]*)\} from/gms)]
    .flatMap(([, names = '']) => names.split(','))
    .map((name) => name.trim().split(' as ').at(-1)!)
    .filter((name) => name !== '')
    .toSorted();
}

/** The groups of files that import each other, by Tarjan's algorithm for strongly connected components. */
function cyclesOf(files: readonly SourceFile[]): string[][] {
  const imports = new Map(files.map((file) => [file.path, file.imports]));
  const [index, low] = [new Map<string, number>(), new Map<string, number>()];
  const stack: string[] = [];
  const cycles: string[][] = [];
  const visit = (path: string) => {
    index.set(path, index.size);
    low.set(path, index.get(path)!);
    stack.push(path);
    for (const target of imports.get(path) ?? []) {
      if (!index.has(target)) visit(target);
      if (stack.includes(target)) low.set(path, Math.min(low.get(path)!, low.get(target)!));
    }
    if (low.get(path) !== index.get(path)) return;
    const group = stack.splice(stack.indexOf(path));
    if (group.length > 1) cycles.push(group);
  };
  for (const { path } of files) if (!index.has(path)) visit(path);
  return cycles;
}
