import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

/** The Amplify components in use, by the names of their style sheets. Add a component here before you use it. */
const COMPONENTS = [
  'flex',
  'icon',
  'field',
  'fieldGroup',
  'fieldMessages',
  'visuallyHidden',
  'text',
  'heading',
  'card',
  'alert',
  'button',
  'input',
  'textField',
  'textArea',
  'textAreaField',
  'passwordField',
  'select',
  'selectField',
  'searchField',
];

const MODULE = 'virtual:amplify.css';
/** The leading NUL keeps other plugins from handling the module, by a convention of Rollup. */
const RESOLVED = `\0${MODULE}`;

/**
 * Removes custom properties that the components don't use, directly or through another property.
 *
 * This removes about 80 % of Amplify's base sheet.
 */
export function removeUnusedTokens(base: string, components: string): string {
  const tokenValues = new Map(
    [...base.matchAll(/^\s*(--[\w-]+):\s*([^;]+);/gm)].map(([, name, value]) => [name, value]),
  );
  const usedTokens = new Set<string>();

  const visit = (css: string) => {
    for (const [, name] of css.matchAll(/var\(\s*(--[\w-]+)/g)) {
      if (!name || usedTokens.has(name)) continue;
      usedTokens.add(name);
      visit(tokenValues.get(name) ?? '');
    }
  };

  visit(components);
  // The base sheet's own rules also use tokens. The declarations of tokens don't count.
  visit(base.replace(/^\s*--[\w-]+:[^;]+;/gm, ''));

  return base.replace(/^\s*(--[\w-]+):[^;]+;\n?/gm, (declaration, name) => (usedTokens.has(name) ? declaration : ''));
}

/** Vite plugin that provides `virtual:amplify.css`: the styles of the components in use, without unused tokens. */
export function amplifyStylesPlugin(): Plugin {
  const resolve = createRequire(import.meta.url).resolve;
  const readSheet = (name: string) => readFileSync(resolve(`@aws-amplify/ui-react/styles/${name}.css`), 'utf8');

  return {
    name: 'fathom-amplify-styles',
    resolveId: (id) => (id === MODULE ? RESOLVED : undefined),
    load(id) {
      if (id !== RESOLVED) return undefined;

      const components = COMPONENTS.map(readSheet).join('\n');
      return `${removeUnusedTokens(readSheet('base'), components)}\n${components}`;
    },
  };
}
