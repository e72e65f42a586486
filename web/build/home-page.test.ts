import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { insertEarlyScript, insertHome, insertOrigin } from './home-page.ts';

const page = readFileSync(join(import.meta.dirname, '../index.html'), 'utf8');
const parts = {
  title: 'Welcome',
  description: 'All of it.',
  // `$&` and `$1` are special in replacement texts. Here they must stay as they are.
  markup: '<h1>$& costs $1</h1>',
  styles: ['assets/home-1.css'],
  scripts: ['assets/home-1.js'],
  font: 'assets/font-1.woff2',
};

describe('insertHome', () => {
  const home = insertHome(page, parts);

  it('inserts title, description, and markup, and removes noscript', () => {
    expect(home).toContain('<title>Welcome</title>');
    expect(home).toContain('<meta name="description" content="All of it."');
    expect(home).toContain('<div id="root"><h1>$& costs $1</h1></div>');
    expect(home).not.toContain('noscript');
  });

  it('preloads font, styles, and scripts in the head, without inline scripts', () => {
    const head = home.slice(0, home.indexOf('</head>'));
    for (const file of ['assets/font-1.woff2', 'assets/home-1.css', 'assets/home-1.js']) {
      expect(head).toContain(`="/${file}"`);
    }
    expect(home).not.toMatch(/<script(?![^>]*\ssrc=)/);
  });

  it('throws if index.html has no root element', () => {
    expect(() => insertHome(page.replace('id="root"', 'id="other"'), parts)).toThrow(/no <div id="root">/);
  });
});

it('insertEarlyScript blocks the first paint until the script has run', () => {
  const head = insertEarlyScript(page, 'assets/early-1.js').split('</head>')[0];
  // Without `async`, `defer`, or `type="module"`, a script in the head blocks the page.
  expect(head).toContain('<script src="/assets/early-1.js"></script>');
});

it('insertOrigin makes the preview image absolute if an origin is set', () => {
  expect(insertOrigin(page, undefined)).toBe(page);
  expect(insertOrigin(page, 'https://fathom.example/')).toContain('content="https://fathom.example/preview.jpg"');
});
