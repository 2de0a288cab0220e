import { FolderKanban, Users } from 'lucide-react';
import { NavLink } from 'react-router-dom';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../ui/popover.tsx';
import { MainMenuButton, screens } from './screens.tsx';

const comingScreens = [
  { label: 'Projects', icon: <FolderKanban aria-hidden /> },
  { label: 'Collaboration', icon: <Users aria-hidden /> },
];

/** Links to the screens. Projects and Collaboration are not yet available (spec section 1). */
export function MainMenu({ defaultOpen }: { defaultOpen: boolean }) {
  return (
    <DropdownMenu defaultOpen={defaultOpen}>
      <DropdownMenuTrigger asChild>
        <MainMenuButton />
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
        <DropdownMenuSeparator />
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
