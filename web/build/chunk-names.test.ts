/** Tests of which modules share a script, so that each visitor downloads only what the first screen needs. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createChunkNames } from './chunk-names.ts';

const sourcePath = (file: string) => join(import.meta.dirname, '../src', file);

const ROUTES = 'app/shell/routes.tsx';
const HOME = 'app/visitor/home.tsx';
const MEMBER_AREA = 'app/shell/member-area.tsx';
const MEMBER_SCREENS = 'app/shell/member-screens.tsx';
const DASHBOARD = 'app/screens/dashboard.tsx';
const SESSION = 'platform/auth/session.ts';
const MESSENGER = 'features/messages/messenger.ts';
const SOCKET_HUB = 'platform/socket/socket-hub.ts';
const REACT = '../node_modules/react/index.js';
const QUERY = '../node_modules/query/index.js';
const FORM_PACKAGE = '../node_modules/form/index.js';
const COGNITO = '../node_modules/cognito/index.js';

/**
 * The static imports of each module of an example app.
 *
 * Visitors first load main.tsx, the home page, and the ocean. Members first load the member area and the list of member
 * screens, then the dashboard. All other screens load when they are opened, and the messenger loads last.
 */
const IMPORTS: Readonly<Record<string, readonly string[]>> = {
  'main.tsx': [REACT, ROUTES, 'ocean.tsx'],
  [HOME]: ['screen.tsx'],
  [SESSION]: [COGNITO],
  'canvas.tsx': ['motion.ts'],
  'login.tsx': ['form.ts', 'code.ts', 'text.ts'],
  'register.tsx': ['code.ts', COGNITO],
  'form.ts': ['field.ts', FORM_PACKAGE],
  [MEMBER_AREA]: [REACT, QUERY, 'avatar.ts', 'text.ts', 'screen.tsx', MEMBER_SCREENS],
  'avatar.ts': ['letter.ts', 'avatar.ts'],
  [DASHBOARD]: ['card.ts', 'motion.ts'],
  'chat.ts': ['avatar.ts', 'bubble.ts', 'form.ts', 'age.ts', 'page.ts'],
  'files.ts': ['card.ts', 'form.ts', 'list.ts', 'page.ts'],
  'upload.ts': ['list.ts'],
  'list.ts': [FORM_PACKAGE],
  [MESSENGER]: ['age.ts'],
  [SOCKET_HUB]: ['frame.ts'],
};

/** The dynamic imports of the same modules. */
const DYNAMIC_IMPORTS: Readonly<Record<string, readonly string[]>> = {
  'main.tsx': [MEMBER_AREA, SESSION],
  'ocean.tsx': ['canvas.tsx'],
  [ROUTES]: [HOME, 'login.tsx', 'register.tsx', MEMBER_SCREENS],
  [MEMBER_SCREENS]: [DASHBOARD, 'chat.ts', 'files.ts', 'upload.ts'],
};

function findChunkName(file: string): string | null {
  const importsOf = (imports: typeof IMPORTS, id: string) =>
    Object.entries(imports).flatMap(([name, files]) => (sourcePath(name) === id ? files.map(sourcePath) : []));

  return createChunkNames()(sourcePath(file), {
    getModuleInfo: (id) => ({
      importedIds: importsOf(IMPORTS, id),
      dynamicallyImportedIds: importsOf(DYNAMIC_IMPORTS, id),
    }),
  });
}

describe('createChunkNames', () => {
  it('separates packages from the modules of the product', () => {
    expect(findChunkName(REACT)).toBe('framework');
    expect(findChunkName(QUERY)).toBe('packages');
    expect(findChunkName(FORM_PACKAGE)).toBe('form-packages');
  });

  // The messenger also imports age.ts, and every member loads the messenger.
  it.each([MEMBER_AREA, MEMBER_SCREENS, 'avatar.ts', 'letter.ts', 'age.ts'])(
    'puts modules that every member loads into the chunk "member": %s',
    (file) => expect(findChunkName(file)).toBe('member'),
  );

  it.each([
    ['card.ts', 'the dashboard and the files', 'community'],
    ['code.ts', 'the login and the registration', 'sign-in'],
    ['text.ts', 'the login and the member area', 'shared'],
  ])('puts %s, which %s share, into the chunk "%s"', (file, _, name) => expect(findChunkName(file)).toBe(name));

  it.each(['main.tsx', HOME, 'screen.tsx', 'motion.ts'])(
    'names no chunk for modules that visitors load first: %s',
    (file) => expect(findChunkName(file)).toBeNull(),
  );

  it.each([DASHBOARD, 'bubble.ts', 'list.ts'])(
    'names no chunk for modules that the first screen does not share: %s',
    (file) => expect(findChunkName(file)).toBeNull(),
  );

  it.each([MESSENGER, SOCKET_HUB, 'frame.ts'])(
    'adds modules that only the messenger or the socket need to their chunk: %s',
    (file) => expect(findChunkName(file)).toBe('live'),
  );

  it('names no chunk for parts of forms, because some screens use only their styles', () => {
    expect(findChunkName('field.ts')).toBeNull();
  });

  it("names no chunk for the session's packages, because screens use different exports of them", () => {
    expect(findChunkName(COGNITO)).toBeNull();
  });
});
