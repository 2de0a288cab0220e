import type { ReactNode } from 'react';
import * as Radix from '@radix-ui/react-tabs';

export type Tab = {
  value: string;
  label: string;
  /** A lucide icon. */
  icon: ReactNode;
  content: ReactNode;
};

type TabbedPageProps = {
  label: string;
  tabs: readonly Tab[];
  /** The selected tab; the first one if no tab has this value. */
  tab: string | null;
  onTabChange: (value: string) => void;
};

function scrollIntoView(tab: HTMLElement | null): void {
  tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** A screen made of tabs. */
export function TabbedPage({ label, tabs, tab, onTabChange }: TabbedPageProps) {
  const shown = tabs.find(({ value }) => value === tab) ?? tabs[0];
  return (
    <main className="mx-auto w-full max-w-4xl flex-1 px-4 pt-2 pb-16">
      <Radix.Root value={shown?.value ?? ''} onValueChange={onTabChange}>
        <Radix.List
          aria-label={label}
          className="flex gap-1 max-sm:gap-0 overflow-x-auto border-b border-line"
        >
          {tabs.map(({ value, label: text, icon }) => (
            <Radix.Trigger
              key={value}
              value={value}
              // On phones the tabs are wider than the screen.
              ref={value === shown?.value ? scrollIntoView : undefined}
              className="-mb-px flex h-11 shrink-0 items-center gap-2 border-b-2 border-transparent px-3 max-sm:px-2 text-base font-medium text-soft transition-colors -outline-offset-2 hover:text-ink data-[state=active]:border-accent-ink data-[state=active]:text-ink [&_svg]:size-4 max-sm:[&_svg]:hidden"
            >
              {icon}
              {text}
            </Radix.Trigger>
          ))}
        </Radix.List>
        {tabs.map(({ value, content }) => (
          <Radix.Content key={value} value={value} className="pt-6">
            {content}
          </Radix.Content>
        ))}
      </Radix.Root>
    </main>
  );
}
