import type { ComponentProps } from 'react';
import { CircleCheck, CircleUser, Contact, Menu, NotebookText } from 'lucide-react';
import { IconButton } from '../../ui/button.tsx';

/** The main screens (spec section 1): in the menu, in the header and in the tabs at the bottom. */
export const screens = [
  { path: '/', label: 'Tasks', icon: <CircleCheck aria-hidden /> },
  { path: '/contacts', label: 'Contacts', icon: <Contact aria-hidden /> },
  { path: '/notes', label: 'Notes', icon: <NotebookText aria-hidden /> },
];

export function MainMenuButton(props: ComponentProps<'button'>) {
  return (
    <IconButton label="Menu" variant="header" aria-haspopup="menu" {...props}>
      <Menu aria-hidden />
    </IconButton>
  );
}

export function AccountButton(props: ComponentProps<'button'>) {
  return (
    <IconButton label="Account" variant="header" aria-haspopup="menu" {...props}>
      <CircleUser aria-hidden />
    </IconButton>
  );
}
