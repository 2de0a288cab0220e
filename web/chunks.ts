import type { Rolldown } from 'vite';

type Context = Rolldown.ChunkingContext;

/** What imports a module, directly or not, without what imports it later by `import()`. */
function importersOf(id: string, context: Context, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found;
  found.add(id);
  for (const importer of context.getModuleInfo(id)?.importers ?? [])
    importersOf(importer, context, found);
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
  if (isOfTasks && isNeededBy('/routes/login-route.tsx')) return 'controls';
  if (isNeededBy('/sync/copy.ts') || (isOfTasks && isNeededBy('/routes/contacts-route.tsx')))
    return 'screens';
  return null;
}
