import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

/** The primitives that the product uses, by the names of their style sheets. */
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
const RESOLVED = `\0${MODULE}`;

/**
 * Drops the custom properties that neither the given components nor a property that they use refers to: four fifths
 * of Amplify's base sheet belong to components that are never on screen.
 */
export function withoutUnusedTokens(base: string, components: string): string {
  const values = new Map([...base.matchAll(/^\s*(--[\w-]+):\s*([^;]+);/gm)].map(([, name, value]) => [name, value]));
  const used = new Set<string>();
  const visit = (css: string) => {
    for (const [, name] of css.matchAll(/var\(\s*(--[\w-]+)/g)) {
      if (!name || used.has(name)) continue;
      used.add(name);
      visit(values.get(name) ?? '');
    }
  };
  visit(components);
  // What the base sheet's own rules use, outside of the tokens' declarations.
  visit(base.replace(/^\s*--[\w-]+:[^;]+;/gm, ''));
  return base.replace(/^\s*(--[\w-]+):[^;]+;\n?/gm, (declaration, name) => (used.has(name) ? declaration : ''));
}

/** Serves `virtual:amplify.css`: the sheets of the primitives in use, and only the tokens that these need. */
export function amplifyStylesPlugin(): Plugin {
  const resolve = createRequire(import.meta.url).resolve;
  const sheet = (name: string) => readFileSync(resolve(`@aws-amplify/ui-react/styles/${name}.css`), 'utf8');
  return {
    name: 'fathom-amplify-styles',
    resolveId: (id) => (id === MODULE ? RESOLVED : undefined),
    load(id) {
      if (id !== RESOLVED) return undefined;
      const components = COMPONENTS.map(sheet).join('\n');
      return `${withoutUnusedTokens(sheet('base'), components)}\n${components}`;
    },
  };
}
