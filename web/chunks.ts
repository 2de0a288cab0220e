import type { Rolldown } from 'vite';

type Context = Rolldown.ChunkingContext;

const shownIcons = new Map<string, string>();

/** Whether a module imports an icon: all of them import lucide's index of all icons. */
function shows(icon: string, module: string, context: Context): boolean {
  let names = shownIcons.get(module);
  if (names === undefined) {
    const { code } = context.getModuleInfo(module) ?? {};
    names = /\{([^}]*)\} from ['"]lucide-react['"]/.exec(code ?? '')?.[1] ?? '';
    shownIcons.set(module, names);
  }
  return new RegExp(`\\b${icon.replaceAll('-', '')}\\b`, 'i').test(names);
}

/** The static importers of a module, direct and indirect. */
function importersOf(
  id: string,
  context: Context,
  found = new Set<string>(),
  icon = '',
): Set<string> {
  if (found.has(id)) return found;
  found.add(id);
  const wanted = /\/lucide-react\/.+\/icons\/(.+)\.\w+$/.exec(id)?.[1] ?? icon;
  for (const importer of context.getModuleInfo(id)?.importers ?? []) {
    const isIndex = importer.includes('/lucide-react/');
    if (isIndex || !wanted || shows(wanted, importer, context))
      importersOf(importer, context, found, isIndex ? wanted : '');
  }
  return found;
}

/**
 * The chunk of a module that several others share, since each further file is a request: what visitors
 * and signed-in people need, what every screen of signed-in people needs, and what the tasks need with
 * their dialogs. Null leaves it to the bundler.
 */
export function sharedChunk(id: string, context: Context): string | null {
  const isLoadedLater = context.getModuleInfo(id)?.dynamicImporters.length !== 0;
  if (isLoadedLater) return null;
  const importers = [...importersOf(id, context)];
  const isNeededBy = (...modules: string[]) =>
    importers.some((importer) => modules.some((module) => importer.endsWith(module)));
  const isOfTasks = isNeededBy('/routes/tasks-route.tsx');
  if (isOfTasks && isNeededBy('/auth/login-page.tsx')) return 'controls';
  const isShared = isNeededBy('/routes/contacts-route.tsx', '/routes/notes-route.tsx');
  if (isNeededBy('/sync/copy.ts') || (isOfTasks && isShared)) return 'screens';
  return isOfTasks ? 'tasks' : null;
}
