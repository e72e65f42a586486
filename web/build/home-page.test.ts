import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { insertEarlyScript, insertHome, insertOrigin } from './home-page.ts';

const indexHtml = readFileSync(join(import.meta.dirname, '../index.html'), 'utf8');
const homeParts = {
  title: 'Welcome',
  description: 'All of it.',
  // `$&` and `$1` are special in replacement texts. Here they must stay as they are.
  markup: '<h1>$& costs $1</h1>',
  styles: ['assets/home-1.css'],
  scripts: ['assets/home-1.js'],
  font: 'assets/font-1.woff2',
};

describe('insertHome', () => {
  const homeHtml = insertHome(indexHtml, homeParts);

  it('inserts title, description, and markup, and removes noscript', () => {
    expect(homeHtml).toContain('<title>Welcome</title>');
    expect(homeHtml).toContain('<meta name="description" content="All of it."');
    expect(homeHtml).toContain('<div id="root"><h1>$& costs $1</h1></div>');
    expect(homeHtml).not.toContain('noscript');
  });

  it('preloads font, styles, and scripts in the head, without inline scripts', () => {
    const head = homeHtml.slice(0, homeHtml.indexOf('</head>'));
    for (const file of ['assets/font-1.woff2', 'assets/home-1.css', 'assets/home-1.js']) {
      expect(head).toContain(`="/${file}"`);
    }
    expect(homeHtml).not.toMatch(/<script(?![^>]*\ssrc=)/);
  });

  it('throws if index.html has no root element', () => {
    expect(() => insertHome(indexHtml.replace('id="root"', 'id="other"'), homeParts)).toThrow(/no <div id="root">/);
  });
});

it('insertEarlyScript blocks the first paint until the script has run', () => {
  const head = insertEarlyScript(indexHtml, 'assets/early-1.js').split('</head>')[0];
  // Without `async`, `defer`, or `type="module"`, a script in the head blocks the page.
  expect(head).toContain('<script src="/assets/early-1.js"></script>');
});

it('insertOrigin makes the preview image absolute if an origin is set', () => {
  expect(insertOrigin(indexHtml, undefined)).toBe(indexHtml);
  expect(insertOrigin(indexHtml, 'https://fathom.example/')).toContain('content="https://fathom.example/preview.jpg"');
});
