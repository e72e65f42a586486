/** Tests that bundles of functions omit code of packages that functions never run, and keep the rest. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ZodString } from 'zod';
import { writeBundles } from './lambda-bundles.ts';
import { unusedPackageCode } from './unused-package-code.ts';

const ROOT = join(import.meta.dirname, '..');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fathom-unused-package-code-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Bundles a module with the plugin, and returns the module's exports. */
async function importBundle(contents: string) {
  const options: BuildOptions = {
    stdin: { contents, resolveDir: ROOT },
    bundle: true,
    platform: 'node',
    format: 'esm',
  };
  const { outputFiles } = await build({ ...options, write: false, plugins: [unusedPackageCode] });
  return import(`data:text/javascript,${encodeURIComponent(outputFiles[0]!.text)}`);
}

describe('writeBundles', () => {
  it("omits zod's JSON Schema, and all fields of an AWS client's package file except the version", () => {
    const outputs = writeBundles(
      { recover: 'lambdas/credentials/recover.ts', text: 'shared/contract/text.ts' },
      folder,
    );

    const inputs = Object.values(outputs).flatMap((output) => Object.entries(output.inputs));
    const countBytes = (end: string) =>
      inputs.filter(([path]) => path.endsWith(end)).map(([, { bytesInOutput }]) => bytesInOutput);
    expect(countBytes('client-cognito-identity-provider/package.json')).toEqual([expect.any(Number)]);
    expect(countBytes('client-cognito-identity-provider/package.json')[0]).toBeLessThan(60);
    expect(Math.max(...countBytes('/core/json-schema-processors.js'))).toBeLessThan(200);
    expect(Math.max(...countBytes('/core/to-json-schema.js'))).toBeLessThan(200);
  });

  it("throws an error with esbuild's message", () => {
    const writeMissing = () => writeBundles({ missing: 'lambdas/missing.ts' }, folder);

    expect(writeMissing).toThrow('Could not resolve "lambdas/missing.ts"');
  });
});

describe('unusedPackageCode', () => {
  it("keeps the version of an AWS client's package", async () => {
    const { default: packageFile } = await importBundle(
      "export { default } from '@aws-sdk/client-cognito-identity-provider/package.json';",
    );

    expect(packageFile).toEqual({ version: expect.stringMatching(/^3\.\d+\.\d+$/) });
  });

  it('keeps the validation of schemas', async () => {
    const { schema } = await importBundle(
      "import * as z from 'zod'; export const schema = z.strictObject({ name: z.string().max(3) });",
    );

    expect(schema.safeParse({ name: 'Ada' })).toEqual({ success: true, data: { name: 'Ada' } });
    expect(schema.safeParse({ name: 'Grace' }).error.issues).toMatchObject([{ code: 'too_big', path: ['name'] }]);
  });

  it.each<[member: string, use: (schema: ZodString) => unknown]>([
    ['toJSONSchema', (schema) => schema.toJSONSchema()],
    ['~standard', (schema) => schema['~standard']],
    ['maxLength', (schema) => schema.maxLength],
  ])('names this plugin in the error of %s', async (_, use) => {
    const { schema } = await importBundle("import * as z from 'zod'; export const schema = z.string().max(3);");

    expect(() => use(schema)).toThrow('see infra/unused-package-code.ts');
  });
});
