import { expect, it } from 'vitest';
import { changedDetails } from './changed-details.ts';

const FILE = { fileName: 'reef.png', description: 'A reef.', altText: '' };

it('changedDetails returns only the details that differ', () => {
  expect(changedDetails(FILE, { ...FILE, altText: ' A coral reef ' })).toEqual({ altText: 'A coral reef' });
  expect(changedDetails(FILE, { ...FILE, description: '' })).toEqual({ description: '' });
});

it('changedDetails returns undefined if nothing but spaces differs', () =>
  expect(changedDetails(FILE, { ...FILE, description: ' A reef. ' })).toBeUndefined());
