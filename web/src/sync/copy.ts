import { importChunk } from '../lib/later.ts';
import { requireUser } from '../lib/session.ts';
import { databaseName } from '../lib/storage.ts';
import { admitServer, getSupabase } from '../lib/supabase.ts';
import { tableNames, type Refused } from './changes.ts';
import type { ChannelMessage, ChannelStatus } from './channel.ts';
import { SyncEngine } from './engine.ts';
import { markCopyRead, whenPainted } from './first-frame.ts';
import { Replica } from './replica.ts';
import { createServer } from './server.ts';
import { openTabs, runAlone } from './tabs.ts';
import { Transfer } from './transfer.ts';

/** Milliseconds that deleted rows stay on a device: a day more than on the server. */
const KEPT_DELETED = 31 * 24 * 60 * 60 * 1000;

/** A person's copy in this tab, and what keeps it in sync. */
export type Copy = { engine: SyncEngine; transfer: Transfer };

type Listener = {
  onOpened: (copy: Copy) => void;
  /** A message of the live channel about a table that has no copy here. */
  onMessage: (message: ChannelMessage) => void;
  onJoined: () => void;
  onLeft: () => void;
  onStatus: (status: ChannelStatus) => void;
  /** A change that this tab made was refused. */
  onRefused: (refused: Refused) => void;
};

/** Opens a person's copy, draws it, and keeps it in sync until the signal aborts. */
export async function openCopy(
  userId: string,
  signal: AbortSignal,
  listener: Listener,
): Promise<void> {
  const replica = await Replica.open(databaseName(userId));
  if (signal.aborted) return replica.close();
  const tabs = openTabs(userId);
  const engine = new SyncEngine(userId, replica, tabs);
  /** Rejects if another person is signed in: nothing is sent to the wrong account. */
  const ownSupabase = async () => {
    await requireUser(userId);
    return getSupabase();
  };
  const transfer = new Transfer(engine, {
    server: createServer(ownSupabase),
    exclusively: runAlone,
  });
  engine.refused.add((refused) => {
    if (refused.entry.tab === tabs.id) listener.onRefused(refused);
  });
  signal.addEventListener('abort', () => {
    transfer.stop();
    engine.stop();
  });
  listener.onOpened({ engine, transfer });
  askToPersist(engine, signal);
  // Offline, joining may wait long for a token that cannot be renewed.
  if (!navigator.onLine) listener.onStatus('interrupted');
  await transfer.load();
  markCopyRead();
  if (engine.status.phase === 'ready') await whenPainted();
  admitServer();
  await Promise.all([openChannel(transfer, userId, signal, listener), transfer.read()]);
  const { keepTexts } = await importChunk(() => import('./texts.ts'));
  keepTexts(engine, { getSupabase: ownSupabase, signal });
  if (!signal.aborted) await dropOldDeleted(engine);
}

/**
 * Asks the browser for persistent storage, once, when the first change waits offline: only then there
 * are data that the server does not have. Firefox asks the person, other browsers decide themselves.
 */
function askToPersist(engine: SyncEngine, signal: AbortSignal): void {
  const ask = async () => {
    // Not available on plain http.
    if (!('storage' in navigator) || (await navigator.storage.persisted())) return;
    await navigator.storage.persist();
  };
  const stop = engine.statusChanged.add(() => {
    if (engine.status.waiting === 0 || navigator.onLine) return;
    stop();
    ask().catch((error: unknown) => console.warn('The browser may clear this device.', error));
  });
  signal.addEventListener('abort', stop);
}

/** Opens the live channel; when it is joined, what was missed is read. */
async function openChannel(
  transfer: Transfer,
  userId: string,
  signal: AbortSignal,
  listener: Listener,
): Promise<void> {
  // Loaded after the first row.
  const { Channel } = await importChunk(() => import('./channel.ts'));
  if (signal.aborted) return;
  const channel = new Channel({
    topic: `user:${userId}`,
    getSupabase,
    onMessage: (message) => {
      const { table, rev, rows } = message;
      if (rev === undefined) listener.onMessage(message);
      else void transfer.receive({ table, rev, ...(rows && { rows }) });
    },
    onJoined: () => {
      listener.onJoined();
      void transfer.resume();
    },
    onStatus: listener.onStatus,
    onLeft: () => {
      listener.onLeft();
      // No messages come now; and if the token has expired, the answer says so.
      void transfer.read();
    },
    events: browserEvents(signal),
    isVisible: () => document.visibilityState === 'visible',
  });
  signal.addEventListener('abort', () => {
    channel
      .stop()
      .catch((error: unknown) => console.warn('The live channel did not close.', error));
  });
  channel.start();
}

/**
 * Removes rows that were deleted so long ago that the server has removed them, which it does not
 * announce. No list shows them, so a wrong clock does no harm.
 */
async function dropOldDeleted(engine: SyncEngine): Promise<void> {
  const tooOld = Date.now() - KEPT_DELETED;
  const old = tableNames.flatMap((table) =>
    engine
      .deletedRows(table)
      .filter(({ updated_at }) => Date.parse(updated_at) < tooOld)
      .map((row) => ({ table, row })),
  );
  if (old.length > 0) await engine.replica.dropRows(old);
}

/** The events of window and document that the channel needs, as one target. */
function browserEvents(signal: AbortSignal): EventTarget {
  const events = new EventTarget();
  const pass = ({ type }: Event) => events.dispatchEvent(new Event(type));
  for (const type of ['online', 'offline', 'pageshow']) addEventListener(type, pass, { signal });
  document.addEventListener('visibilitychange', pass, { signal });
  return events;
}
