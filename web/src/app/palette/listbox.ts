import { useId, useLayoutEffect, useState, type KeyboardEvent } from 'react';

type Options = {
  /** How many options there are. */
  count: number;
  /** What they are the results of: another search begins with the first. */
  search: string;
  onChoose: (index: number) => void;
};

/**
 * A combobox over a list of options (WAI-ARIA): the focus stays in the field, `aria-activedescendant`
 * names the active option. cmdk leaves that out, or lets it go stale (docs/decisions/0058).
 */
export function useListbox({ count, search, onChoose }: Options) {
  const id = useId();
  const [moved, setMoved] = useState({ search, to: 0 });
  const active = moved.search === search && moved.to < count ? moved.to : 0;
  const idOf = (index: number) => `${id}-${index}`;
  const activeId = count > 0 ? idOf(active) : undefined;
  useLayoutEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key] ?? 0;
    // While composing, Enter ends a word of an input method.
    if (event.nativeEvent.isComposing || count === 0) return;
    if (step !== 0) setMoved({ search, to: (active + step + count) % count });
    else if (event.key === 'Enter') onChoose(active);
    else return;
    event.preventDefault();
  };
  return {
    fieldProps: {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': count > 0,
      'aria-controls': id,
      'aria-activedescendant': activeId,
      onKeyDown,
    },
    listProps: { id, role: 'listbox' },
    optionProps: (index: number) => ({
      id: idOf(index),
      role: 'option',
      'aria-selected': index === active,
      onPointerMove: () => setMoved({ search, to: index }),
      onClick: () => onChoose(index),
    }),
  } as const;
}
