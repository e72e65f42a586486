import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withHome, withOrigin } from './home-page.ts';

const page = readFileSync(join(import.meta.dirname, '../index.html'), 'utf8');
const parts = {
  title: 'Welcome',
  description: 'All of it.',
  markup: '<h1>$& costs $1</h1>',
  recognise: 'assets/recognise-1.js',
  styles: ['assets/home-1.css'],
  scripts: ['assets/home-1.js'],
};

describe('the built home page', () => {
  const home = withHome(page, parts);

  it('shows and describes itself without scripts', () => {
    expect(home).toContain('<title>Welcome</title>');
    expect(home).toContain('<meta name="description" content="All of it."');
    expect(home).toContain('<div id="root"><h1>$& costs $1</h1></div>');
    expect(home).not.toContain('noscript');
  });

  it('asks early for what it needs, and has no inline script', () => {
    const head = home.slice(0, home.indexOf('</head>'));
    for (const file of ['assets/home-1.css', 'assets/home-1.js', 'assets/recognise-1.js']) {
      expect(head).toContain(`="/${file}"`);
    }
    expect(home).not.toMatch(/<script(?![^>]*\ssrc=)/);
  });

  it('is not built of a page that has no place for it', () => {
    expect(() => withHome(page.replace('id="root"', 'id="other"'), parts)).toThrow(/no <div id="root">/);
  });
});

it('gives link previews a full address when the site has one', () => {
  expect(withOrigin(page, undefined)).toBe(page);
  expect(withOrigin(page, 'https://fathom.example/')).toContain('content="https://fathom.example/preview.jpg"');
});
