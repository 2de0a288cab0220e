import type { Rolldown } from 'vite';

type Context = Rolldown.ChunkingContext;

const shownIcons = new Map<string, string>();

/** Whether a module shows an icon; all that show any import the index of all. */
function shows(icon: string, module: string, context: Context): boolean {
  let names = shownIcons.get(module);
  if (names === undefined) {
    const { code } = context.getModuleInfo(module) ?? {};
    names = /\{([^}]*)\} from ['"]lucide-react['"]/.exec(code ?? '')?.[1] ?? '';
    shownIcons.set(module, names);
  }
  return new RegExp(`\\b${icon.replaceAll('-', '')}\\b`, 'i').test(names);
}

/** What imports a module, directly or not, without what imports it later by `import()`. */
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
 * The file that a module shares with others, since each further file is a request: one for what
 * visitors and signed-in people both need, one for what every screen of the signed-in needs. Null
 * leaves it to the bundler.
 */
export function sharedChunk(id: string, context: Context): string | null {
  const isLoadedLater = context.getModuleInfo(id)?.dynamicImporters.length !== 0;
  if (isLoadedLater) return null;
  const importers = [...importersOf(id, context)];
  const isNeededBy = (module: string) => importers.some((importer) => importer.endsWith(module));
  const isOfTasks = isNeededBy('/routes/tasks-route.tsx');
  if (isOfTasks && isNeededBy('/auth/login-page.tsx')) return 'controls';
  if (isNeededBy('/sync/copy.ts') || (isOfTasks && isNeededBy('/routes/contacts-route.tsx')))
    return 'screens';
  return null;
}
