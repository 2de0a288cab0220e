import { NotificationsButton } from '../../features/notifications/notifications-button.tsx';
import { lazyControl } from '../../ui/lazy-control.tsx';
import { AccountButton, MainMenuButton } from './bar-buttons.tsx';

export const LazyMainMenu = lazyControl(
  async () => (await import('./main-menu.tsx')).MainMenu,
  MainMenuButton,
);

export const LazyNotifications = lazyControl(
  async () => (await import('../../features/notifications/notifications.tsx')).Notifications,
  NotificationsButton,
);

export const LazyAccountMenu = lazyControl(
  async () => (await import('./account-menu.tsx')).AccountMenu,
  AccountButton,
);
