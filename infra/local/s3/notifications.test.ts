/** Tests of the events that the local S3 sends to functions when objects change. */
import { describe, expect, it } from 'vitest';
import { buildNotificationEvent, findNotifications, matchesEvent } from './notifications.ts';

const buildBucket = (BucketName: string, prefix: string) => ({
  properties: {
    BucketName,
    NotificationConfiguration: {
      LambdaFunctionConfigurations: [
        {
          Events: ['s3:ObjectCreated:*'],
          LambdaFunctionArn: 'arn:stored',
          Filter: { Key: { FilterRules: [{ Name: 'Prefix', Value: prefix }] } },
        },
      ],
    },
  },
});

/** The change of an object under the prefix of the second bucket below. */
const STORED_EVENT = { bucket: 'files', eventName: 'ObjectCreated:Put', key: 'files/a.txt', size: 3, eTag: 'e' };

describe('bucket notifications', () => {
  const [notification] = findNotifications('files', [buildBucket('other', 'x/'), buildBucket('files', 'files/')]);

  it('returns only the notifications of the bucket', () => {
    expect(notification).toMatchObject({ functionArn: 'arn:stored', prefix: 'files/', suffix: '' });
  });

  it.each([
    ['an object under the prefix', STORED_EVENT, true],
    ['a copy under the prefix', { ...STORED_EVENT, eventName: 'ObjectCreated:Copy' }, true],
    ['an object elsewhere', { ...STORED_EVENT, key: 'avatars/a.png' }, false],
    ['another event', { ...STORED_EVENT, eventName: 'ObjectRemoved:Delete' }, false],
  ])('matches events by prefix and type: %s', (_, event, matches) => {
    expect(matchesEvent(notification!, event)).toBe(matches);
  });

  it('form-encodes the key in the event', () => {
    const event = buildNotificationEvent({ ...STORED_EVENT, key: 'files/ü/my file (1)+.txt' }, 'id');
    expect(event).toMatchObject({ Records: [{ s3: { object: { key: 'files/%C3%BC/my+file+(1)%2B.txt', size: 3 } } }] });
  });
});
