import { expect, it } from 'vitest';
import { selectChangedDetails } from './changed-details.ts';

const FILE = { fileName: 'reef.png', description: 'A reef.', altText: '' };

it('selectChangedDetails returns only the details that differ', () => {
  expect(selectChangedDetails(FILE, { ...FILE, altText: ' A coral reef ' })).toEqual({ altText: 'A coral reef' });
  expect(selectChangedDetails(FILE, { ...FILE, description: '' })).toEqual({ description: '' });
});

it('selectChangedDetails returns undefined if nothing but spaces differs', () =>
  expect(selectChangedDetails(FILE, { ...FILE, description: ' A reef. ' })).toBeUndefined());
