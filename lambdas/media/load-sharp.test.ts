/**
 * Tests which build of sharp, the image library, is loaded. Only its WebAssembly build is part of the functions'
 * bundles.
 */
import { expect, it } from 'vitest';
import { loadSharp } from './load-sharp.ts';

it('loads the WebAssembly build, as on Lambda, although npm also installs a native build', async () => {
  await loadSharp();

  const { sharedObjects } = process.report.getReport() as { sharedObjects: string[] };
  expect(sharedObjects.filter((path) => /sharp|vips/.test(path))).toEqual([]);
});
