import { isMac, scopes as allScopes } from '../lib/shortcuts.ts';
import { useStore } from '../lib/store.ts';
import { Dialog } from '../ui/dialog.tsx';
import { waysOf } from './pressed-keys.ts';

const NAMES: Record<string, string> = {
  ' ': 'Space',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  'mod+k': isMac ? '⌘ K' : 'Ctrl K',
  'mod+z': isMac ? '⌘ Z' : 'Ctrl Z',
};

function Key({ name }: { name: string }) {
  return (
    <kbd className="inline-flex h-6 min-w-6 items-center justify-center rounded-half border border-line-strong/50 bg-sunken px-1.5 font-sans text-sm">
      {NAMES[name] ?? (name.length === 1 ? name.toUpperCase() : name)}
    </kbd>
  );
}

function Keys({ ways }: { ways: readonly string[][] }) {
  return ways.map((way, index) => (
    <span key={way.join(' ')} className="inline-flex items-center gap-1 text-sm text-soft">
      {index > 0 ? <span className="px-1">or</span> : null}
      {way.map((key, step) => (
        <span key={`${step} ${key}`} className="inline-flex items-center gap-1">
          {step > 0 ? 'then' : null}
          <Key name={key} />
        </span>
      ))}
    </span>
  ));
}

/** The shortcuts of this screen (`?`), by scope. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const groups = Map.groupBy(
    useStore(allScopes, (list) => list),
    ({ name }) => name,
  );
  return (
    <Dialog
      onClose={onClose}
      size={groups.size > 1 ? 'lg' : 'sm'}
      title="Keyboard shortcuts"
      description="Off while you type. Settings, Display switches single keys off."
    >
      <div className={groups.size > 1 ? 'gap-10 sm:columns-2' : undefined}>
        {[...groups].map(([name, scopes]) => (
          <section key={name} aria-label={name} className="mb-6 break-inside-avoid">
            <h3 className="mb-1 font-semibold">{name}</h3>
            <dl>
              {scopes.flatMap(({ list }) =>
                list().map((shortcut) => (
                  <div
                    key={shortcut.label}
                    className="hairline flex min-h-9 flex-wrap items-center justify-between gap-x-3 py-1"
                  >
                    <dt>{shortcut.label}</dt>
                    <dd className="ml-auto flex flex-wrap gap-1">
                      <Keys ways={waysOf(shortcut)} />
                    </dd>
                  </div>
                )),
              )}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
