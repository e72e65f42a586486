import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createChunkNames } from './chunk-names.ts';

const pathOf = (file: string) => join(import.meta.dirname, '../src', file);

const ROUTES = 'app/shell/routes.tsx';
const HOME = 'app/visitor/home.tsx';
const MEMBER_AREA = 'app/shell/member-area.tsx';
const MEMBER_SCREENS = 'app/shell/member-screens.tsx';
const DASHBOARD = 'app/screens/dashboard.tsx';
const SESSION = 'platform/auth/session.ts';
const MESSENGER = 'features/messages/messenger.ts';
const REACT = '../node_modules/react/index.js';
const QUERY = '../node_modules/query/index.js';
const FORM_PACKAGE = '../node_modules/form/index.js';
const COGNITO = '../node_modules/cognito/index.js';

/** The imports of an app, and its imports on demand. */
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
  [MESSENGER]: ['age.ts', 'frame.ts'],
};
const ON_DEMAND: Readonly<Record<string, readonly string[]>> = {
  'main.tsx': [MEMBER_AREA, SESSION],
  'ocean.tsx': ['canvas.tsx'],
  [ROUTES]: [HOME, 'login.tsx', 'register.tsx', MEMBER_SCREENS],
  [MEMBER_SCREENS]: [DASHBOARD, 'chat.ts', 'files.ts', 'upload.ts'],
};

function nameOf(file: string): string | null {
  const find = (imports: typeof IMPORTS, id: string) =>
    Object.entries(imports).flatMap(([name, files]) => (pathOf(name) === id ? files.map(pathOf) : []));
  return createChunkNames()(pathOf(file), {
    getModuleInfo: (id) => ({ importedIds: find(IMPORTS, id), dynamicallyImportedIds: find(ON_DEMAND, id) }),
  });
}

describe('createChunkNames', () => {
  it('separates packages from the modules of the product', () => {
    expect(nameOf(REACT)).toBe('framework');
    expect(nameOf(QUERY)).toBe('packages');
    expect(nameOf(FORM_PACKAGE)).toBe('form-packages');
  });

  it.each([MEMBER_AREA, MEMBER_SCREENS, 'avatar.ts', 'letter.ts', 'age.ts'])(
    'collects what every member loads: %s',
    (file) => expect(nameOf(file)).toBe('member'),
  );

  it.each([
    ['card.ts', 'community'],
    ['code.ts', 'sign-in'],
    ['text.ts', 'shared'],
  ])('collects what screens share: %s is in %s', (file, name) => expect(nameOf(file)).toBe(name));

  it.each(['main.tsx', HOME, 'screen.tsx', 'motion.ts'])('leaves out what visitors load at first: %s', (file) =>
    expect(nameOf(file)).toBeNull(),
  );

  it.each([DASHBOARD, 'bubble.ts', 'frame.ts', 'list.ts'])(
    'leaves out what the first screen does not share: %s',
    (file) => expect(nameOf(file)).toBeNull(),
  );

  it('leaves out parts of forms, because some screens use only their styles', () => {
    expect(nameOf('field.ts')).toBeNull();
  });

  it("leaves out the session's packages, of which screens use different exports", () => {
    expect(nameOf(COGNITO)).toBeNull();
  });
});
