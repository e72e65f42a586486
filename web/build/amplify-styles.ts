import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

/** The Amplify components in use, by the names of their style sheets. Add a component here before you use it. */
const SHEET_NAMES = [
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

const MODULE_ID = 'virtual:amplify.css';
/** The leading NUL keeps other plugins from handling the module (a Rollup convention). */
const RESOLVED_ID = `\0${MODULE_ID}`;

/**
 * Removes tokens (custom properties) that the components don't use, directly or through another property.
 *
 * This removes about 80 % of Amplify's base sheet.
 */
export function removeUnusedTokens(baseCss: string, componentsCss: string): string {
  const tokenValues = new Map(
    [...baseCss.matchAll(/^\s*(--[\w-]+):\s*([^;]+);/gm)].map(([, name, value]) => [name, value]),
  );
  const usedTokens = new Set<string>();

  /** Marks the tokens that this CSS uses, and the tokens that their values use. */
  const markUsedTokens = (css: string) => {
    for (const [, name] of css.matchAll(/var\(\s*(--[\w-]+)/g)) {
      if (!name || usedTokens.has(name)) continue;
      usedTokens.add(name);
      markUsedTokens(tokenValues.get(name) ?? '');
    }
  };

  markUsedTokens(componentsCss);
  // The base sheet's own rules also use tokens. A declaration alone isn't a use.
  markUsedTokens(baseCss.replace(/^\s*--[\w-]+:[^;]+;/gm, ''));

  return baseCss.replace(/^\s*(--[\w-]+):[^;]+;\n?/gm, (declaration, name) =>
    usedTokens.has(name) ? declaration : '',
  );
}

/** Vite plugin that provides `virtual:amplify.css`: the styles of the components in use, without unused tokens. */
export function amplifyStylesPlugin(): Plugin {
  const resolve = createRequire(import.meta.url).resolve;
  const readSheet = (name: string) => readFileSync(resolve(`@aws-amplify/ui-react/styles/${name}.css`), 'utf8');

  return {
    name: 'fathom-amplify-styles',
    resolveId: (id) => (id === MODULE_ID ? RESOLVED_ID : undefined),
    load(id) {
      if (id !== RESOLVED_ID) return undefined;

      const componentsCss = SHEET_NAMES.map(readSheet).join('\n');
      return `${removeUnusedTokens(readSheet('base'), componentsCss)}\n${componentsCss}`;
    },
  };
}
