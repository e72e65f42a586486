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
  let names: ReadonlyMap<string, ChunkName> | undefined;

  return (id, graph) => {
    names ??= nameChunks(graph);
    return names.get(id) ?? null;
  };
}

const isPackage = (id: string) => /[\\/]node_modules[\\/]/.test(id);

/** Returns the chunk of each module that several screens share. */
function nameChunks(graph: ModuleGraph): Map<string, ChunkName> {
  const dynamicImportsOf = (id: string) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? [];

  const withImports = (...ids: string[]) => {
    const modules = new Set<string>();
    for (const id of ids) collectImports(graph, id, modules);
    return modules;
  };

  const homeModules = withImports(ENTRY, HOME);
  const screens = new Set([MEMBER_AREA, SESSION, ...dynamicImportsOf(ROUTES)]);
  const decorations = [...homeModules].flatMap(dynamicImportsOf).filter((id) => !screens.has(id));
  const visitorModules = new Set([...homeModules, ...withImports(...decorations)]);

  const sessionModules = withImports(SESSION);
  const memberModules = withImports(MEMBER_AREA, MEMBER_SCREENS);
  const messengerModules = withImports(MESSENGER);
  const liveModules = withImports(MESSENGER, SOCKET_HUB);
  const dashboardModules = withImports(DASHBOARD);

  const memberScreens = [...new Set(dynamicImportsOf(MEMBER_SCREENS))].map((id) => withImports(id));
  const visitorScreens = dynamicImportsOf(ROUTES)
    .filter((id) => id !== HOME && id !== MEMBER_SCREENS)
    .map((id) => withImports(id));

  const nameChunk = (id: string): ChunkName | undefined => {
    if (homeModules.has(id) && isPackage(id)) return 'framework';
    if (visitorModules.has(id)) return undefined;
    // Screens use different exports of the session's packages. Rolldown removes unused exports only after this step, so
    // the graph doesn't show which of the packages a screen needs.
    if (sessionModules.has(id)) return messengerModules.has(id) && !isPackage(id) ? 'shared' : undefined;

    const isOnDashboard = memberModules.has(id) || dashboardModules.has(id);
    const memberScreenCount = memberScreens.filter((screen) => screen.has(id)).length;
    const visitorScreenCount = visitorScreens.filter((screen) => screen.has(id)).length;
    const isShared = memberScreenCount + visitorScreenCount > 1;

    if (isPackage(id)) {
      if (isOnDashboard) return 'packages';
      return isShared ? 'form-packages' : undefined;
    }
    if (isOnDashboard && visitorScreenCount > 0) return 'shared';
    if (memberModules.has(id) || (memberScreenCount > 0 && messengerModules.has(id))) return 'member';
    if (!isShared) return liveModules.has(id) && memberScreenCount === 0 ? 'live' : undefined;
    // Some screens use only the styles of forms. In one chunk with the fields, they would also download the packages.
    if (visitorScreenCount > 0) return memberScreenCount > 1 ? undefined : 'sign-in';

    return dashboardModules.has(id) ? 'community' : undefined;
  };

  const allModules = [homeModules, memberModules, liveModules, ...memberScreens, ...visitorScreens].flatMap((ids) => [
    ...ids,
  ]);

  return new Map(
    allModules.flatMap((id) => {
      const name = nameChunk(id);
      return name ? [[id, name] as const] : [];
    }),
  );
}

/** Adds a module and its direct and indirect imports to `modules`, except dynamic imports. */
function collectImports(graph: ModuleGraph, id: string, modules: Set<string>): void {
  if (modules.has(id)) return;
  modules.add(id);
  for (const importedId of graph.getModuleInfo(id)?.importedIds ?? []) collectImports(graph, importedId, modules);
}
