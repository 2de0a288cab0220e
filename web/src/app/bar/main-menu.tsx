import { CircleCheck, Contact, FolderKanban, Menu, NotebookText, Users } from 'lucide-react';
import { NavLink } from 'react-router-dom';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../../ui/dropdown-menu.tsx';
import { IconButton } from '../../ui/icon-button.tsx';

const screens = [
  { path: '/', label: 'Tasks', icon: <CircleCheck aria-hidden /> },
  { path: '/contacts', label: 'Contacts', icon: <Contact aria-hidden /> },
  { path: '/notes', label: 'Notes', icon: <NotebookText aria-hidden /> },
];
const comingScreens = [
  { label: 'Projects', icon: <FolderKanban aria-hidden /> },
  { label: 'Collaboration', icon: <Users aria-hidden /> },
];

/** The way between the screens. Projects and Collaboration are not yet available (spec section 1). */
export function MainMenu() {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <IconButton label="Menu" variant="bar">
          <Menu aria-hidden />
        </IconButton>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start">
        {screens.map(({ path, label, icon }) => (
          <DropdownMenuItem key={path} asChild>
            <NavLink to={path} end className="aria-[current]:font-semibold">
              {icon}
              {label}
            </NavLink>
          </DropdownMenuItem>
        ))}
        {comingScreens.map(({ label, icon }) => (
          <DropdownMenuItem key={label} disabled>
            {icon}
            {label}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
