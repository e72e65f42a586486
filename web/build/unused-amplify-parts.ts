import type { Plugin } from 'vite';

/** Matches Amplify's module that reads every shape of its configuration. */
const PARSER = /[\\/]@aws-amplify[\\/]core[\\/]dist[\\/]esm[\\/]utils[\\/]parseAmplifyConfig\.mjs$/;

/** The only shape that `configureAmplify` uses needs no parser. */
const REPLACEMENT = 'export const parseAmplifyConfig = (config) => config;';

/**
 * Vite plugin that removes Amplify's parsers of `aws-exports.js` and `amplify_outputs.json`. This project has neither
 * file. Saves 1.5 KB of every member's first screen, compressed.
 *
 * @throws Error at the end of the build if Amplify no longer has the module
 */
export function unusedAmplifyPartsPlugin(): Plugin {
  let hasReplaced = false;

  return {
    name: 'fathom-unused-amplify-parts',
    apply: 'build',
    transform: {
      filter: { id: PARSER },
      handler: () => {
        hasReplaced = true;
        return { code: REPLACEMENT, map: null };
      },
    },
    buildEnd: (error) => {
      if (!error && !hasReplaced) throw new Error("Amplify's parseAmplifyConfig.mjs has moved.");
    },
  };
}
