import { join } from 'node:path';

const APP = join(import.meta.dirname, '../src');
const ENTRY = join(APP, 'main.tsx');
const ROUTES = join(APP, 'app/shell/routes.tsx');
const MEMBER_AREA = join(APP, 'app/shell/member-area.tsx');
const MEMBER_SCREENS = join(APP, 'app/shell/member-screens.tsx');
const HOME = join(APP, 'app/visitor/home.tsx');
const DASHBOARD = join(APP, 'app/screens/dashboard.tsx');
const SESSION = join(APP, 'platform/auth/session.ts');
const MESSENGER = join(APP, 'features/messages/messenger.ts');
const SOCKET_HUB = join(APP, 'platform/socket/socket-hub.ts');

/** The part of Rolldown's module graph that is used here. */
interface ModuleGraph {
  getModuleInfo(
    id: string,
  ): { readonly importedIds: readonly string[]; readonly dynamicallyImportedIds: readonly string[] } | null;
}

type ChunkName =
  /** Packages that every page needs. */
  | 'framework'
  /** Packages of every member's first screen. */
  | 'packages'
  /** Other packages that several screens share, most of them for forms. */
  | 'form-packages'
  /** The product's modules for both members and visitors. */
  | 'shared'
  /** The product's modules that every member loads. */
  | 'member'
  /** The product's modules that the dashboard shares with other member screens. */
  | 'community'
  /** The socket and the messenger, which load together after the first paint. */
  | 'live'
  /** The product's modules that the screens for visitors share. */
  | 'sign-in';

/**
 * Returns a function that names the chunk of a module that several screens share. It returns null for other modules:
 * Rolldown adds them to the chunk of the entry or screen that imports them.
 *
 * Without these names, each combination of screens gets its own chunk of about 1 KB, and a screen needs thirty of them.
 * Packages and the product's modules are in different chunks, so that browsers keep cached packages when the product
 * changes.
 */
export function createChunkNames(): (id: string, graph: ModuleGraph) => ChunkName | null {
  let sets: ModuleSets | undefined;

  return (id, graph) => {
    // The graph is complete at the first call, and the same at every call.
    sets ??= readModuleSets(graph);
    return nameChunk(id, sets);
  };
}

/** A part of the app: the IDs of its modules, and of the modules that these import directly or indirectly. */
type ModuleSet = ReadonlySet<string>;

/** The parts of the app that decide about the chunk of a module. */
interface ModuleSets {
  /** The entry and the home page. */
  readonly home: ModuleSet;
  /** What visitors load first: `home`, and its decorations, such as the animated ocean. */
  readonly visitor: ModuleSet;
  /** The session, which logs in, refreshes tokens, and logs out. */
  readonly session: ModuleSet;
  /** What every member loads before a screen. */
  readonly member: ModuleSet;
  readonly dashboard: ModuleSet;
  readonly messenger: ModuleSet;
  /** The messenger and the socket. */
  readonly live: ModuleSet;
  /** Each screen for members. */
  readonly memberScreens: readonly ModuleSet[];
  /** Each screen for visitors, except the home page. */
  readonly visitorScreens: readonly ModuleSet[];
}

function readModuleSets(graph: ModuleGraph): ModuleSets {
  const findDynamicImports = (id: string) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? [];

  const withImports = (...ids: string[]): ModuleSet => {
    const modules = new Set<string>();
    for (const id of ids) collectImports(graph, id, modules);
    return modules;
  };

  const home = withImports(ENTRY, HOME);
  // These modules import the member area, the session, and the screens dynamically. Everything else is decoration.
  const otherImports = new Set([MEMBER_AREA, SESSION, ...findDynamicImports(ROUTES)]);
  const decorations = [...home].flatMap(findDynamicImports).filter((id) => !otherImports.has(id));
  const visitorScreens = findDynamicImports(ROUTES).filter((id) => id !== HOME && id !== MEMBER_SCREENS);

  return {
    home,
    visitor: new Set([...home, ...withImports(...decorations)]),
    session: withImports(SESSION),
    member: withImports(MEMBER_AREA, MEMBER_SCREENS),
    dashboard: withImports(DASHBOARD),
    messenger: withImports(MESSENGER),
    live: withImports(MESSENGER, SOCKET_HUB),
    // A set, because several paths can have the same screen.
    memberScreens: [...new Set(findDynamicImports(MEMBER_SCREENS))].map((id) => withImports(id)),
    visitorScreens: visitorScreens.map((id) => withImports(id)),
  };
}

/** Adds a module and its direct and indirect imports to `modules`, except dynamic imports. */
function collectImports(graph: ModuleGraph, id: string, modules: Set<string>): void {
  if (modules.has(id)) return;

  modules.add(id);
  for (const importedId of graph.getModuleInfo(id)?.importedIds ?? []) collectImports(graph, importedId, modules);
}

const isPackage = (id: string) => /[\\/]node_modules[\\/]/.test(id);

/** Returns the chunk of a module, or null to add it to the chunk of its importer. */
function nameChunk(id: string, sets: ModuleSets): ChunkName | null {
  if (sets.home.has(id) && isPackage(id)) return 'framework';
  if (sets.visitor.has(id)) return null;
  if (sets.session.has(id)) return nameSessionChunk(id, sets);
  return isPackage(id) ? namePackageChunk(id, sets) : nameProductChunk(id, sets);
}

/**
 * Returns the chunk of a module of the session. Its packages have none.
 *
 * Screens use different exports of these packages. Rolldown removes unused exports only after this step, so the graph
 * doesn't show which of the packages a screen needs.
 */
function nameSessionChunk(id: string, { messenger }: ModuleSets): ChunkName | null {
  return messenger.has(id) && !isPackage(id) ? 'shared' : null;
}

function namePackageChunk(id: string, sets: ModuleSets): ChunkName | null {
  if (sets.member.has(id) || sets.dashboard.has(id)) return 'packages';

  const screenCount = countSets(sets.memberScreens, id) + countSets(sets.visitorScreens, id);
  return screenCount > 1 ? 'form-packages' : null;
}

/** Returns the chunk of one of the product's own modules. */
function nameProductChunk(id: string, sets: ModuleSets): ChunkName | null {
  const { member, dashboard, messenger, live } = sets;
  const memberScreenCount = countSets(sets.memberScreens, id);
  const visitorScreenCount = countSets(sets.visitorScreens, id);
  const isOnFirstScreen = member.has(id) || dashboard.has(id);

  if (isOnFirstScreen && visitorScreenCount > 0) return 'shared';
  // Every member also loads the messenger, so its modules that a screen needs are modules of every member.
  if (member.has(id) || (memberScreenCount > 0 && messenger.has(id))) return 'member';

  const isShared = memberScreenCount + visitorScreenCount > 1;
  if (!isShared) return live.has(id) && memberScreenCount === 0 ? 'live' : null;

  // Some member screens use only the styles of the forms for visitors. In one chunk with the fields, these screens
  // would also download the fields' packages.
  if (visitorScreenCount > 0) return memberScreenCount > 1 ? null : 'sign-in';

  return dashboard.has(id) ? 'community' : null;
}

function countSets(sets: readonly ModuleSet[], id: string): number {
  return sets.filter((modules) => modules.has(id)).length;
}
