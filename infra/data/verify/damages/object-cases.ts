import { ulid } from 'ulid';
import { ADA } from '../fixture.ts';
import type { DamageCase } from './case.ts';
import { getRenditionKey, leaveInspectionPending } from './community-items.ts';
import { community, putObject, removeObject } from './damaged-storage.ts';

/** Damages that break the rules about the objects in the bucket. */
export const OBJECT_CASES: readonly DamageCase[] = [
  [
    'file-object: a file without its object',
    () => removeObject(community.file),
    ['file-object file', 'rendition-owner object'],
  ],
  ['file-object: an object with other bytes', () => putObject(community.file, 'c'.repeat(5000)), ['file-object file']],
  [
    'object-owner: an object without a file',
    () => putObject(`files/${ADA}/${ulid()}/holiday.png`, 'x'),
    ['object-owner object'],
  ],
  [
    'object-owner: an unused avatar',
    () => putObject(`avatars/${ADA}/${ulid()}/holiday.png`, 'x'),
    ['object-owner object'],
  ],
  [
    'object-owner: an unused photo',
    () => putObject(`photos/${ADA}/${ulid()}/holiday.png`, 'x'),
    ['object-owner object'],
  ],
  [
    'object-owner: an unused picture of a post',
    () => putObject(`posts/${ADA}/${ulid()}/holiday.png`, 'x'),
    ['object-owner object'],
  ],
  [
    'file-inspection: an inspection that never ended',
    leaveInspectionPending,
    ['file-inspection file', 'index-attributes file'],
  ],
  [
    'rendition-owner: a rendition without a file',
    () => putObject(`renditions/${ADA}/${ulid()}/320.webp`, 'x'),
    ['rendition-owner object'],
  ],
  [
    'rendition-object: a file without its rendition',
    () => removeObject(getRenditionKey('320.webp')),
    ['rendition-object file'],
  ],
  ['object-key: an unknown key', () => putObject('elsewhere/holiday.png', 'x'), ['object-key object']],
  ['picture-object: a missing avatar', () => removeObject(community.avatar), ['picture-object profile']],
];
