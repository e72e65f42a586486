import { expect, it } from 'vitest';
import { selectChangedDetails } from './changed-details.ts';

const FILE = { fileName: 'reef.png', description: 'A reef.', altText: '', userDepth: 12.5 };

it('selectChangedDetails returns only the details that differ', () => {
  expect(selectChangedDetails(FILE, { ...FILE, altText: ' A coral reef ' })).toEqual({ altText: 'A coral reef' });
  expect(selectChangedDetails(FILE, { ...FILE, description: '' })).toEqual({ description: '' });
});

it('selectChangedDetails returns a depth that differs, and no other depth', () => {
  expect(selectChangedDetails(FILE, { ...FILE, depth: 0 })).toEqual({ depth: 0 });
  expect(selectChangedDetails(FILE, { ...FILE, altText: 'A reef', depth: 3 })).toEqual({ altText: 'A reef', depth: 3 });
  expect(selectChangedDetails(FILE, { ...FILE, depth: 12.5 })).toBeUndefined();
  expect(selectChangedDetails(FILE, { ...FILE, depth: undefined })).toBeUndefined();
});

it('selectChangedDetails returns undefined if nothing but spaces differs', () =>
  expect(selectChangedDetails(FILE, { ...FILE, description: ' A reef. ' })).toBeUndefined());
