/** Tests of replacing an object's bytes, for example by bytes without hidden metadata. */
import { expect, it } from 'vitest';
import { FakeBucket } from '../../test/support/fake-bucket.ts';
import { buildNameMetadata } from './name-metadata.ts';
import { findObject } from './object-store.ts';
import { replaceObject } from './replace-object.ts';

const KEY = 'files/ada/01KAHQ3V7V8Z5T0F4M2S6R9XYZ/01KAHQ3V7V8Z5T0F4M2S6R9XYZ';

it.each([
  ['a file', buildNameMetadata('reef.txt'), 'reef.txt'],
  ['an object without a name', undefined, undefined],
])('replaceObject keeps the type and the name of %s', async (_kind, metadata, fileName) => {
  const bucket = new FakeBucket();
  bucket.put(KEY, 'before', 'text/plain', metadata);
  const object = await findObject(KEY);

  const chunks = async function* () {
    yield Buffer.from('new');
  };
  await replaceObject(object!, { size: 3, chunks: chunks() });

  expect(await findObject(KEY)).toMatchObject({ size: 3, contentType: 'text/plain', fileName });
});
