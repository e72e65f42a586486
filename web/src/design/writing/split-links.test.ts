/** Tests of finding links in texts of members. Only http and https may become links. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitLinks } from './split-links.ts';

/** Returns the text and address of each link in a text. */
const findLinks = (text: string) => splitLinks(text).flatMap((piece) => (piece.href ? [[piece.text, piece.href]] : []));

describe('splitLinks', () => {
  // `href` is undefined if the test doesn't check the address.
  it.each<[text: string, link: string | undefined, href: string | undefined]>([
    ['see https://reef.example/a?b=c#d now', 'https://reef.example/a?b=c#d', 'https://reef.example/a?b=c#d'],
    ['HTTP://REEF.example', 'HTTP://REEF.example', 'http://reef.example/'],
    ['www.reef.example is up', 'www.reef.example', 'https://www.reef.example/'],
    ['(https://reef.example/wiki/Ray_(fish))', 'https://reef.example/wiki/Ray_(fish)', undefined],
    ['Look: https://reef.example/.', 'https://reef.example/', undefined],
    ['https://reef.example/a, and then', 'https://reef.example/a', undefined],
    ['“https://reef.example/a”', 'https://reef.example/a', undefined],
    ['見てhttps://reef.example。次', undefined, undefined],
    ['https://reef.example。次', 'https://reef.example', undefined],
    ['https://reef.example/ünï', 'https://reef.example/ünï', 'https://reef.example/%C3%BCn%C3%AF'],
    // The second letter is a Cyrillic one that looks like an "e".
    ['https://rеef.example/', 'https://rеef.example/', 'https://xn--ref-rdd.example/'],
    ['one\nhttps://reef.example\ntwo', 'https://reef.example', undefined],
    ['https://archive.example/https://reef.example', 'https://archive.example/https://reef.example', undefined],
    ['https://127.0.0.1:8080/x', 'https://127.0.0.1:8080/x', undefined],
  ])('finds the link in %j', (text, link, href) => {
    expect(findLinks(text).map(([linkText]) => linkText)).toEqual(link ? [link] : []);
    if (href) expect(findLinks(text)[0]?.[1]).toBe(href);
  });

  it.each([
    // Other schemes.
    'javascript:alert(1)',
    'JaVaScRiPt://reef.example/%0aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'file:///etc/passwd',
    'mailto:someone@reef.example',
    // User names, which can hide the real host.
    'https://bank.example@evil.example/',
    'https://user:pass@evil.example/',
    // No host, or a host that is not a domain name.
    'https://',
    'http://////',
    'https://nowhere',
    'https://reef_.example!/',
    'https://[::1]/',
    'www.',
    // The middle of a word or an email address.
    'someone@www.reef.example',
    'ahttps://reef.example',
  ])('finds no link in %j', (text) => expect(findLinks(text)).toEqual([]));

  it('finds several links, even without spaces between them', () => {
    expect(splitLinks('www.a.example and http://b.example!').map((piece) => piece.text)).toEqual([
      'www.a.example',
      ' and ',
      'http://b.example',
      '!',
    ]);

    const text = 'https://a.example,https://b.example and www.c.example!';
    expect(findLinks(text).map(([linkText]) => linkText)).toEqual([
      'https://a.example',
      'https://b.example',
      'www.c.example',
    ]);
  });

  it('ends a link at invisible and bidirectional control characters', () => {
    expect(findLinks('https://reef.example/\u202Egnp.exe')).toEqual([
      ['https://reef.example/', 'https://reef.example/'],
    ]);
    expect(findLinks('https://reef.example\u200B.evil.example')[0]?.[0]).toBe('https://reef.example');
  });
});

/** Parts of texts that look like links. */
const LINK_PARTS = [
  ...['https://', 'http://', 'javascript:', 'www.', 'reef.example'],
  ...['/', '@', '(', ')', '.', ' ', '"', '\n'],
];

const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.constantFrom(...LINK_PARTS), { maxLength: 30 }).map((parts) => parts.join('')),
  fc.webUrl(),
);

describe('splitLinks with random texts', () => {
  it('returns pieces that join to the original text', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const pieceTexts = splitLinks(text).map((piece) => piece.text);
        expect(pieceTexts.join('')).toBe(text);
      }),
    );
  });

  it('links only to http and https, without user names', () => {
    fc.assert(
      fc.property(texts, (text) => {
        for (const { href } of splitLinks(text)) {
          if (href === undefined) continue;

          const url = new URL(href);
          expect(['http:', 'https:']).toContain(url.protocol);
          expect(url.username + url.password).toBe('');
        }
      }),
    );
  });

  it('returns no empty pieces', () => {
    fc.assert(fc.property(texts, (text) => splitLinks(text).every((piece) => piece.text !== '')));
  });
});

it('splitLinks finds any http(s) URL between words', () => {
  fc.assert(
    fc.property(fc.webUrl({ validSchemes: ['http', 'https'] }), (url) => {
      fc.pre(!/[.,;:!?'*_~)\]}]$/.test(url));
      expect(findLinks(`see ${url} there`)).toEqual([[url, new URL(url).href]]);
    }),
  );
});
