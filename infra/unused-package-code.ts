import { readFileSync } from 'node:fs';
import type { Plugin } from 'esbuild';

/** Matches the `package.json` of an AWS client. The client imports the whole file, but reads only `version`. */
const AWS_PACKAGE_FILE = /[\\/]@aws-sdk[\\/][^\\/]+[\\/]package\.json$/;

/** Matches zod's modules that convert schemas to JSON Schema. Each class of schemas refers to them. */
const JSON_SCHEMA_MODULE = /[\\/]zod[\\/]v4[\\/]core[\\/](to-json-schema|json-schema-processors)\.js$/;

/** Matches the name of an exported function or constant. */
const EXPORTED_NAME = /^export (?:const|function) (\w+)/gm;

/** Matches a function that is exported under another name. */
const RENAMED_EXPORT = /^export \{ \w+ as (\w+) \}/gm;

/**
 * An esbuild plugin that omits code of packages that functions never run. esbuild can't find this code by itself: it
 * keeps the whole of a JSON file with a default import, and all methods of a class.
 *
 * In a bundle, three members of a schema throw: `toJSONSchema`, `~standard`, and getters that read its checks, such as
 * `maxLength`. Only tools use them, and tools aren't bundled.
 */
export const unusedPackageCode: Plugin = {
  name: 'unused-package-code',
  setup({ onLoad }) {
    onLoad({ filter: AWS_PACKAGE_FILE }, ({ path }) => {
      const { version } = JSON.parse(readFileSync(path, 'utf8'));
      return { contents: JSON.stringify({ version }), loader: 'json' };
    });

    onLoad({ filter: JSON_SCHEMA_MODULE }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      const names = [EXPORTED_NAME, RENAMED_EXPORT].flatMap((pattern) =>
        [...source.matchAll(pattern)].map(([, name]) => name),
      );
      const lines = [
        "function refuse() { throw new Error('Bundles of functions omit JSON Schema: see infra/unused-package-code.ts.'); }",
        ...names.map((name) => `export { refuse as ${name} };`),
      ];
      return { contents: lines.join('\n') };
    });
  },
};
