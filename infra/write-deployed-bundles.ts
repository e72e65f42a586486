/**
 * Bundles functions for a deployment. `lambda-bundles.ts` runs this file as a process, because esbuild runs plugins only
 * asynchronously, and the CDK's constructs need the bundles synchronously.
 *
 * Reads the entries and the target folder as JSON from the standard input. Prints esbuild's outputs as JSON.
 */
import { text } from 'node:stream/consumers';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import { DemandedModules } from './demanded-modules.ts';
import { createLambdaBuildOptions, type LambdaEntries } from './lambda-bundles.ts';
import { unusedPackageCode } from './unused-package-code.ts';

const { entries, outdir } = JSON.parse(await text(process.stdin));
console.log(JSON.stringify(await writeDeployedBundles(entries, outdir)));

async function writeDeployedBundles(entries: LambdaEntries, outdir: string): Promise<Metafile['outputs']> {
  // The first build writes no files. It only shows which modules each function loads on demand.
  const analysisOptions = {
    ...createLambdaBuildOptions(entries, outdir),
    minify: false,
    sourcemap: false,
    write: false,
  };
  const modules = new DemandedModules(await buildMetafile(analysisOptions));
  const unsplitEntries: Record<string, string> = {};
  const outputs: Metafile['outputs'] = {};

  for (const [name, path] of Object.entries(entries)) {
    const splitOptions = modules.findSplitOptions(name, path);
    if (splitOptions) {
      const options = { ...createLambdaBuildOptions({ [name]: path }, outdir), ...splitOptions };
      Object.assign(outputs, (await buildMetafile(options)).outputs);
    } else {
      unsplitEntries[name] = path;
    }
  }

  const options = { ...createLambdaBuildOptions(unsplitEntries, outdir), ...modules.unsplitOptions };
  return Object.assign(outputs, (await buildMetafile(options)).outputs);
}

async function buildMetafile(options: BuildOptions): Promise<Metafile> {
  const { metafile } = await build({ ...options, metafile: true, plugins: [unusedPackageCode] });
  return metafile;
}
