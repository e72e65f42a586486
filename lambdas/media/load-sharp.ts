import { registerHooks } from 'node:module';

type Sharp = typeof import('sharp').default;

/**
 * Decoders that uploaded pictures may reach. Without the others, such as SVG and TIFF, hostile files find less code.
 */
const DECODERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}`);

/** The native builds of sharp, which npm installs next to the WebAssembly build. */
const NATIVE_BUILD = /^@img\/sharp-(?!wasm32\/)/;

/** The library, once a call has started to load it. */
let loading: Promise<Sharp> | undefined;

/**
 * Returns the WebAssembly build of sharp, so that every machine runs the code that Lambda runs.
 *
 * Loads it at the first call, because loading takes 0.1 s, and a function that reads other files doesn't need it.
 */
export function loadSharp(): Promise<Sharp> {
  loading ??= importSharp();
  return loading;
}

async function importSharp(): Promise<Sharp> {
  // sharp tries the native build first, and the WebAssembly build if that fails. Bundles have no native build.
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      if (NATIVE_BUILD.test(specifier)) throw new Error(`${specifier} is a native build.`);
      return next(specifier, context);
    },
  });
  const { default: sharp } = await import('sharp').finally(() => hooks.deregister());

  // Every picture is decoded once, so a cache would only hold memory that the next picture needs.
  sharp.cache(false);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: DECODERS });

  return sharp;
}
