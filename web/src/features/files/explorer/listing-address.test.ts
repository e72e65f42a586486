import { describe, expect, it } from 'vitest';
import { fileKindOf } from '../file-kind.ts';
import { filterByName, readListing, writeListing } from './listing-address.ts';

describe("the explorer's address", () => {
  it('says what is listed, and leaves defaults out', () => {
    const query = { sortBy: 'size', fileType: 'image/', q: 'blue reef' } as const;
    expect(String(writeListing(query))).toBe('q=blue+reef&sort=size&type=image%2F');
    expect(readListing(writeListing(query))).toEqual(query);
    expect(String(writeListing({ sortBy: 'recent', fileType: 'all', q: '' }))).toBe('');
  });

  it('counts what it does not know as absent', () => {
    const address = new URLSearchParams('sort=name&type=application/x-sh&q=%20%20');
    expect(readListing(address)).toEqual({ sortBy: 'recent', fileType: 'all', q: '' });
  });
});

it('filters loaded files by part of their name, in any case', () => {
  const files = [{ fileName: 'Blue Reef.png' }, { fileName: 'notes.txt' }];
  expect(filterByName(files, ' REEF ')).toEqual([files[0]]);
  expect(filterByName(files, '')).toEqual(files);
});

it('filters loaded files by letters and accents that were typed one by one', () => {
  const files = [{ fileName: 'Zo\u00EB.png' }];
  expect(filterByName(files, 'zoe\u0308')).toEqual(files);
});

it.each([
  ['image/png', 'image'],
  ['video/mp4', 'video'],
  ['audio/mpeg', 'audio'],
  ['application/pdf', 'pdf'],
  ['application/zip', 'archive'],
  ['application/vnd.rar', 'archive'],
  ['text/plain', 'text'],
  ['application/octet-stream', 'generic'],
])('%s has the %s icon', (type, kind) => expect(fileKindOf(type)).toBe(kind));
