/** Returns a value inside this many lists. */
function nest(depth: number): unknown {
  let value: unknown = [];
  for (let level = 0; level < depth; level++) value = [value];
  return value;
}

/** Values that clients send in place of any field: other types, limits of numbers, and texts that look like values. */
export const HOSTILE_VALUES: readonly unknown[] = [
  // Other types, and limits of numbers.
  null,
  true,
  false,
  0,
  -0,
  -1,
  0.5,
  1e308,
  Number.MIN_VALUE,
  Number.MAX_SAFE_INTEGER + 2,
  // Empty, invisible, and malformed texts.
  '',
  ' ',
  '\u0000',
  '\u200B',
  '\uD800',
  // Texts that look like numbers or other values.
  '0',
  '-1',
  '1e309',
  '0x10',
  '1,2',
  'NaN',
  'Infinity',
  'null',
  'undefined',
  'true',
  '[object Object]',
  '__proto__',
  'constructor',
  // Injections of queries, templates, paths, keys of the table, addresses, markup, and headers.
  "' OR '1'='1' --",
  '{"$ne":null}',
  '{{7*7}}<%= 7*7 %>#{7*7}',
  '../../../../etc/passwd',
  '..%2f..%2f',
  'files/../avatars/x',
  'USER#me',
  'http://169.254.169.254/latest/meta-data/',
  '<script>alert(1)</script>',
  'line\r\nbreak: header',
  // Long texts.
  'x'.repeat(5_000),
  '🐙'.repeat(20_000),
  // Lists and objects: empty, nested, long, with operators of databases, or with names that objects inherit.
  [],
  [[]],
  ['x'],
  [null],
  {},
  { $gt: '' },
  { S: 'x' },
  { length: 1 },
  { toString: 'x', valueOf: 1 },
  JSON.parse('{"__proto__":{"depth":10000}}'),
  nest(50),
  Array.from({ length: 1_000 }, () => 0),
];

/** Fields that no request declares, but that items and responses have. */
export const UNDECLARED_FIELDS: Readonly<Record<string, unknown>> = {
  depth: 10_000,
  contributedMB: 1e6,
  likes: ['x'],
  likeCount: 1e6,
  views: 1e6,
  followersCount: 1e6,
  email: 'other@fathom.example',
  role: 'admin',
  owner: 'x',
  size: 1,
  etag: 'x',
  pk: 'USER#x',
  createdAt: '2020-01-01T00:00:00.000Z',
  success: true,
  constructor: { prototype: { depth: 1 } },
  toString: 'x',
};

/** Bodies that are not a JSON object, or not JSON. */
export const MALFORMED_BODIES: Readonly<Record<string, string>> = {
  nothing: '',
  null: 'null',
  'a number': '7',
  'a text': '"x"',
  'a boolean': 'true',
  'an empty list': '[]',
  'a list with an object': '[{}]',
  'a prototype': '{"__proto__":{"depth":1}}',
  'an open object': '{"a":',
  'a closed object and more': '{}{}',
  'a trailing comma': '{"a":1,}',
  'a comment': '{/* x */}',
  'single quotes': "{'a':1}",
  'a name without quotes': '{a:1}',
  NaN: '{"a":NaN}',
  undefined: 'undefined',
  'a number with a leading zero': '{"a":01}',
  hexadecimal: '{"a":0x10}',
  'a raw control character': '{"a":"\u0001"}',
  'a broken escape': '{"a":"\\u12"}',
  'a byte order mark': '\uFEFF{}',
  'a form': 'a=1&b=2',
  XML: '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>',
  'lists within lists': '['.repeat(50_000) + ']'.repeat(50_000),
  'objects within objects': `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
  'white space': ' \n\t ',
};
