import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';

const SOURCE = join(import.meta.dirname, '../src');

/**
 * Returns the code of a module with all its imports, for code that runs outside the bundle of the app.
 *
 * @param entry - the path of the module in `src`
 */
export async function bundleSource(entry: string, options: BuildOptions): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(SOURCE, entry)],
    bundle: true,
    write: false,
    minify: true,
    // The edge variant of React's renderer needs no Node.js modules. It also leaves no message channel open that would
    // keep the build from ending.
    conditions: ['edge-light'],
    define: { 'process.env.NODE_ENV': '"production"' },
    ...options,
  });

  return outputFiles?.[0]?.text ?? '';
}
