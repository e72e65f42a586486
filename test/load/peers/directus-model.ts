/** Defines the collections, permissions, and indexes of Directus for the community. */

const integer = (field: string) => ({ field, type: 'integer', schema: { default_value: 0 } });
/** A field of 64 bits, for depths in micrometres and sizes in bytes. */
const bigInteger = (field: string) => ({ field, type: 'bigInteger', schema: {} });
const text = (field: string) => ({ field, type: 'text', schema: {} });
const string = (field: string) => ({ field, type: 'string', schema: {} });
const timestamp = (field: string, schema = {}) => ({ field, type: 'timestamp', schema });

/** Fields that uploads and posts have in common. */
const SHARED_FIELDS = [
  { field: 'id', type: 'integer', schema: { is_primary_key: true, has_auto_increment: true }, meta: { hidden: true } },
  { field: 'owner', type: 'uuid', schema: {}, meta: { interface: 'select-dropdown-m2o', special: ['m2o'] } },
  bigInteger('depth'),
  integer('like_count'),
  { field: 'liked_by', type: 'json', schema: {}, meta: { special: ['cast-json'] } },
];

/** Disables the log of activities and revisions, which would cost two more writes per post. */
const META = { accountability: null };

/** The collections of uploads and posts. */
export const DIRECTUS_COLLECTIONS = [
  {
    collection: 'uploads',
    schema: {},
    meta: META,
    fields: [
      ...SHARED_FIELDS,
      text('name'),
      string('type'),
      bigInteger('size'),
      timestamp('uploaded'),
      text('description'),
      integer('views'),
    ],
  },
  {
    collection: 'posts',
    schema: {},
    meta: META,
    fields: [
      ...SHARED_FIELDS,
      text('content'),
      timestamp('published', { default_value: 'now()' }),
      integer('comment_count'),
      text('comment'),
    ],
  },
];

/** Fields that Directus's users have in addition to the default fields. */
export const DIRECTUS_USER_FIELDS = [text('picture'), bigInteger('depth'), integer('followers'), timestamp('joined')];

/** Permissions of members. Rules with conditions need a licence of Directus, so requests filter by depth themselves. */
export const DIRECTUS_PERMISSIONS = [
  { collection: 'uploads', action: 'read', fields: ['*'] },
  { collection: 'posts', action: 'read', fields: ['*'] },
  { collection: 'posts', action: 'create', fields: ['*'] },
  { collection: 'directus_users', action: 'read', fields: ['*'] },
];

/** Statements that create one index per sort order of the requests, and update the planner's statistics. */
export const DIRECTUS_INDEXES = [
  'CREATE INDEX ON uploads (uploaded)',
  'CREATE INDEX ON uploads (type, size)',
  'CREATE INDEX ON uploads (depth)',
  'CREATE INDEX ON posts (depth, published)',
  'CREATE INDEX ON directus_users (depth)',
  `SELECT setval(pg_get_serial_sequence('posts', 'id'), (SELECT max(id) FROM posts))`,
  'VACUUM ANALYZE',
];
