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
  | 'form-packages'
  /** The product's modules for members, and for sign-in or registration. */
  | 'shared'
  | 'member'
  /** What the dashboard shares with other member screens. */
  | 'community'
  /** The socket and the messenger, which load together after the first paint. */
  | 'live'
  | 'sign-in';

/**
 * Returns a function that names the chunk of a module that several screens share. It returns null for other modules: Rolldown adds them
 * to the chunk of the entry or screen that imports them.
 *
 * Without it, each combination of screens gets its own chunk. Most are about 1 KB, and a screen consists of thirty. Packages and
 * the product's modules are in different chunks, so that browsers keep the packages when the product changes.
 */
export function createChunkNames(): (id: string, graph: ModuleGraph) => ChunkName | null {
  let names: ReadonlyMap<string, ChunkName> | undefined;
  return (id, graph) => {
    names ??= nameChunks(graph);
    return names.get(id) ?? null;
  };
}

const isPackage = (id: string) => /[\\/]node_modules[\\/]/.test(id);

function nameChunks(graph: ModuleGraph): Map<string, ChunkName> {
  const onDemand = (id: string) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? [];
  const closure = (...ids: string[]) => {
    const found = new Set<string>();
    for (const id of ids) collectImports(graph, id, found);
    return found;
  };

  const atStart = closure(ENTRY, HOME);
  const screens = new Set([MEMBER_AREA, SESSION, ...onDemand(ROUTES)]);
  const decorations = [...atStart].flatMap(onDemand).filter((id) => !screens.has(id));
  const ofVisitors = new Set([...atStart, ...closure(...decorations)]);
  const session = closure(SESSION);
  const everyMember = closure(MEMBER_AREA, MEMBER_SCREENS);
  const messenger = closure(MESSENGER);
  const live = closure(MESSENGER, SOCKET_HUB);
  const dashboard = closure(DASHBOARD);
  const memberScreens = [...new Set(onDemand(MEMBER_SCREENS))].map((id) => closure(id));
  const visitorScreens = onDemand(ROUTES)
    .filter((id) => id !== HOME && id !== MEMBER_SCREENS)
    .map((id) => closure(id));

  const nameChunk = (id: string): ChunkName | undefined => {
    if (atStart.has(id) && isPackage(id)) return 'framework';
    if (ofVisitors.has(id)) return undefined;
    // Which of the session's packages a screen uses isn't known before unused exports are removed.
    if (session.has(id)) return messenger.has(id) && !isPackage(id) ? 'shared' : undefined;

    const ofDashboard = everyMember.has(id) || dashboard.has(id);
    const members = memberScreens.filter((screen) => screen.has(id)).length;
    const visitors = visitorScreens.filter((screen) => screen.has(id)).length;
    const isShared = members + visitors > 1;
    if (isPackage(id)) return ofDashboard ? 'packages' : isShared ? 'form-packages' : undefined;
    if (ofDashboard && visitors > 0) return 'shared';
    if (everyMember.has(id) || (members > 0 && messenger.has(id))) return 'member';
    if (!isShared) return live.has(id) && members === 0 ? 'live' : undefined;
    // Some screens use only the styles of forms. Together with fields, they would download the packages, too.
    if (visitors > 0) return members > 1 ? undefined : 'sign-in';

    return dashboard.has(id) ? 'community' : undefined;
  };

  const modules = [atStart, everyMember, live, ...memberScreens, ...visitorScreens].flatMap((ids) => [...ids]);
  return new Map(
    modules.flatMap((id) => {
      const name = nameChunk(id);
      return name ? [[id, name] as const] : [];
    }),
  );
}

/** Adds a module and its direct and indirect imports to `found`, except imports on demand. */
function collectImports(graph: ModuleGraph, id: string, found: Set<string>): void {
  if (found.has(id)) return;
  found.add(id);
  for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) collectImports(graph, imported, found);
}
