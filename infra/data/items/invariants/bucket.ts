import { PREFIXES } from '../../../../lambdas/storage/storage-key.ts';
import { itemKey, partitionIdOf } from '../../../../lambdas/table/item-types.ts';
import { postKey, profileKey } from '../../../../lambdas/table/keys.ts';
import { DAY_MS, HOUR_MS } from '../../../../shared/rules/durations.ts';
import { maskKey } from '../masked-key.ts';
import type { Invariant } from './invariant.ts';

/**
 * Time for which an uploaded picture may stay unused, in milliseconds: an hour. See lambdas/files/shown-pictures.ts.
 * Also the time that the hourly job may take to delete renditions without a file.
 */
const UNUSED_PICTURE_MS = HOUR_MS;

/** Time for which a poster may wait for its file, in milliseconds: two days. See lambdas/files/orphans-of-files.ts. */
const UNUSED_POSTER_MS = 2 * DAY_MS;

/**
 * Maximum time for which a file is closed to other members, in milliseconds: a day. A file is closed until a function
 * has searched it for hidden metadata. The hourly job retries. After a few failed attempts, it opens the file.
 */
const UNINSPECTED_MS = DAY_MS;

// In the queries below, `substr(folder, 6)` is the folder of a file's object without its prefix, `files`.

const buildFileKey = (item: unknown) => itemKey('file', partitionIdOf({ pk: String(item) }));

/** Returns the folder of a file's renditions, from the folder of its object. */
const toRenditionFolder = (folder: unknown) => String(folder).replace(PREFIXES.file, PREFIXES.rendition);

export const BUCKET_INVARIANTS = {
  'file-object': {
    title: 'A file has its object, with the recorded size and entity tag',
    checked: 'SELECT count(*) FROM file',
    *find(facts, { now, graceMs }) {
      // Skips hidden members, because their purge deletes objects before items. Skips objects that were replaced
      // recently, because an event later records their new size and entity tag.
      const sql = `
        SELECT file.*, object.size AS actual FROM file
        LEFT JOIN object ON object.item = file.item
        LEFT JOIN member ON member.user = file.user
        WHERE member.state IS NOT 'hidden' AND (object.item IS NULL
          OR (object.size <> file.size OR object.etag <> file.etag) AND object.since < $before)`;

      for (const { item, user, folder, size, actual } of facts.query(sql, { before: now - graceMs })) {
        const key = buildFileKey(item);
        const contentNote = actual === size ? ', with other content' : '';
        yield {
          type: 'file',
          key: maskKey('file', key),
          expected: `an object of ${size} bytes in ${folder}`,
          found: actual === null ? 'no object' : `an object of ${actual} bytes${contentNote}`,
          reads: { keys: [key, profileKey(String(user))], objects: [`${folder}/`] },
        };
      }
    },
  },

  'object-owner': {
    title: 'An object is a recorded file or a picture that is shown, unless it is new or its purge is pending',
    checked: 'SELECT count(*) FROM object',
    *find(facts, { now, graceMs }) {
      // A photo is the upload of a profile picture, which a function copies to an avatar. So an old photo is unused.
      const sql = `
        SELECT object.* FROM object LEFT JOIN member ON member.user = object.user
        WHERE member.state IS NOT 'hidden' AND (
          purpose = 'file' AND since < $before AND item NOT IN (SELECT item FROM file)
          OR purpose = 'photo' AND since < $unused
          OR purpose = 'avatar' AND since < $unused AND digest IS NOT member.picture
          OR purpose = 'post' AND since < $unused
            AND digest NOT IN (SELECT picture FROM post WHERE picture IS NOT NULL))`;
      const times = { before: now - graceMs, unused: now - Math.max(graceMs, UNUSED_PICTURE_MS) };

      for (const { purpose, folder, digest, user, item } of facts.query(sql, times)) {
        const isFile = purpose === 'file';
        const ownerKey = isFile ? buildFileKey(item) : postKey(String(folder).split('/')[2]!);
        yield {
          type: 'object',
          key: isFile ? `${folder} (${item})` : `${folder}/~${String(digest).slice(0, 8)}`,
          expected: isFile ? `a file with the key ${maskKey('file', ownerKey)}` : 'a profile or post that shows it',
          found: 'no such item',
          reads: {
            keys: [profileKey(String(user)), ...(isFile || purpose === 'post' ? [ownerKey] : [])],
            objects: [`${folder}/`],
          },
        };
      }
    },
  },

  'file-inspection': {
    title: 'A file is closed for at most a day while hidden metadata is searched',
    checked: 'SELECT count(*) FROM file',
    *find(facts, { now, graceMs }) {
      const sql = `
        SELECT file.* FROM file LEFT JOIN member ON member.user = file.user
        WHERE closedSince < $before AND member.state IS NOT 'hidden'`;

      for (const { item, user } of facts.query(sql, { before: now - graceMs - UNINSPECTED_MS })) {
        const key = buildFileKey(item);
        const reads = { keys: [key, profileKey(String(user))] };
        yield { type: 'file', key: maskKey('file', key), expected: 'an inspected file', found: 'a closed file', reads };
      }
    },
  },

  'rendition-object': {
    title: 'A file has the renditions that it names',
    checked: 'SELECT count(*) FROM file WHERE renditions > 0',
    *find(facts) {
      const sql = `
        SELECT file.*,
          (SELECT count(*) FROM object WHERE object.folder = 'renditions' || substr(file.folder, 6)) AS actual
        FROM file LEFT JOIN member ON member.user = file.user
        WHERE member.state IS NOT 'hidden' AND actual < renditions`;

      for (const { item, user, folder, renditions, actual } of facts.query(sql)) {
        const key = buildFileKey(item);
        const renditionFolder = toRenditionFolder(folder);
        yield {
          type: 'file',
          key: maskKey('file', key),
          expected: `${renditions} objects in ${renditionFolder}`,
          found: `${actual} objects`,
          reads: { keys: [key, profileKey(String(user))], objects: [`${renditionFolder}/`] },
        };
      }
    },
  },

  'rendition-owner': {
    title: 'Posters and renditions belong to a stored file, unless the hourly job has yet to delete them',
    checked: "SELECT count(*) FROM object WHERE purpose IN ('poster', 'rendition')",
    *find(facts, { now, graceMs }) {
      const sql = `
        SELECT DISTINCT folder, object.user FROM object LEFT JOIN member ON member.user = object.user
        WHERE member.state IS NOT 'hidden'
          AND (purpose = 'rendition' AND since < $orphan OR purpose = 'poster' AND since < $unused)
          AND substr(folder, instr(folder, '/')) NOT IN (SELECT substr(folder, 6) FROM object WHERE purpose = 'file')`;
      const before = now - graceMs;
      const times = { orphan: before - UNUSED_PICTURE_MS, unused: before - UNUSED_POSTER_MS };

      for (const { folder, user } of facts.query(sql, times)) {
        const fileFolder = String(folder).replace(/^[a-z]+/, PREFIXES.file);
        yield {
          type: 'object',
          key: String(folder),
          expected: `an object in ${fileFolder}`,
          found: 'no such object',
          reads: { keys: [profileKey(String(user))], objects: [`${folder}/`, `${fileFolder}/`] },
        };
      }
    },
  },

  'object-key': {
    title: 'Objects have storage keys that the code understands',
    checked: 'SELECT count(*) FROM object',
    *find(facts) {
      for (const { folder } of facts.query("SELECT folder FROM object WHERE purpose = 'unknown'")) {
        const expected = `${Object.values(PREFIXES).join(', ')}/{userId}/{ulid}/{fileName}`;
        yield { type: 'object', key: String(folder), expected, found: 'another key', reads: {} };
      }
    },
  },

  'picture-object': {
    title: 'The picture of a profile or post has its object',
    checked: `SELECT (SELECT count(*) FROM member WHERE picture IS NOT NULL)
      + (SELECT count(*) FROM post WHERE state = 'live' AND picture IS NOT NULL)`,
    *find(facts) {
      const sql = `
        SELECT * FROM (
          SELECT 'profile' AS type, user AS id, pictureFolder AS folder, picture FROM member WHERE state = 'live'
          UNION ALL
          SELECT 'post', post, pictureFolder, picture FROM post WHERE state = 'live')
        WHERE picture IS NOT NULL AND picture NOT IN (SELECT digest FROM object)`;

      for (const { type, id, folder } of facts.query(sql)) {
        const key = type === 'profile' ? profileKey(String(id)) : postKey(String(id));
        const reads = { keys: [key], objects: [`${folder}/`] };
        const expected = `the picture's object in ${folder}`;
        yield { type: String(type), key: maskKey(undefined, key), expected, found: 'no object', reads };
      }
    },
  },
} as const satisfies Record<string, Invariant>;
