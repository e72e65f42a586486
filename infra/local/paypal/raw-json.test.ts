import { describe, expect, it } from 'vitest';
import { memberBytes } from './raw-json.ts';

const member = (json: string) => memberBytes(Buffer.from(json), 'event')?.toString();

describe('memberBytes', () => {
  it.each([
    ['{"event":{"a":[1,{"b":"}"}]}}', '{"a":[1,{"b":"}"}]}'],
    ['{ "id" : "x" , "event" : { "a" : 1 } , "z" : [ ] }', '{ "a" : 1 }'],
    ['{"before":"a \\"event\\": {","event":{"ü":"🐙 \\\\"},"after":null}', '{"ü":"🐙 \\\\"}'],
    ['{"nested":{"event":1},"event":2}', '2'],
    ['{"event":1,"event":"two"}', '"two"'],
    ['{"\\u0065vent":true}', 'true'],
    ['{"event":-1.5e3\n}', '-1.5e3'],
    ['{"event":{}}', '{}'],
  ])('finds the value in %s as it stands there', (json, value) => {
    expect(JSON.parse(json)).toHaveProperty('event');
    expect(member(json)).toBe(value);
  });

  it.each(['{}', '{"nested":{"event":1}}', '{"name":"event"}', '[]'])('finds none in %s', (json) => {
    expect(member(json)).toBeUndefined();
  });
});
