import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';

/** What `storm` tells this program: the socket's address, who attacks, and how often in all. */
export type FrameStorm = {
  url: string;
  people: { id: string; accessToken: string }[];
  largeFrames: number;
  joins: number;
};

const LARGE = 'x'.repeat(2_900_000);
const STRANGERS = 4;
/** As many sockets as one address may have. */
const MEMBERS = 300;
/** Below the frames that a socket may send at once, so that it is not closed before its end. */
const JOINS_PER_SOCKET = 39;
const JOINS_AT_ONCE = 8;

const { url, people, largeFrames, joins } = JSON.parse(process.argv[2] ?? '') as FrameStorm;
const left = { largeFrames, joins };
let welcomes = 0;

/** Milliseconds until the next try of a socket that was not let in. */
const PATIENCE = 100;

function open(): WebSocket {
  const socket = new WebSocket(url);
  // Being refused or hung up on is what an attack has to expect.
  socket.on('error', () => undefined);
  return socket;
}

/** Waits for the end of a socket, and a little longer if it never began. */
async function end(socket: WebSocket): Promise<void> {
  let wasOpen = false;
  socket.once('open', () => (wasOpen = true));
  await new Promise((resolve) => {
    socket.once('close', resolve);
  });
  if (!wasOpen) await delay(PATIENCE);
}

/** Joins with a presence key of 2.9 MB, each on a socket of its own. */
async function sendLargeFrames(): Promise<void> {
  const payload = { config: { presence: { enabled: true, key: LARGE } } };
  while (left.largeFrames > 0) {
    const socket = open();
    socket.once('open', () => {
      left.largeFrames -= 1;
      socket.send(JSON.stringify(['1', '1', 'realtime:x', 'phx_join', payload]));
    });
    await end(socket);
  }
}

/** Joins by somebody with an account, every other one of a topic that is theirs. */
async function sendJoins(member: number): Promise<void> {
  const person = people[member % people.length];
  const payload = { config: { private: true }, access_token: person?.accessToken };
  while (left.joins > 0) {
    const socket = open();
    let [sent, answered] = [0, 0];
    const send = () => {
      if (sent === JOINS_PER_SOCKET) return;
      sent += 1;
      left.joins -= 1;
      const topic = sent % 2 ? `user:${person?.id}` : `${sent}${'t'.repeat(200)}`;
      const frame = [`${sent}`, `${sent}`, `realtime:${topic}`, 'phx_join', payload];
      socket.send(JSON.stringify(frame));
    };
    socket.once('open', () => {
      for (let n = 0; n < JOINS_AT_ONCE; n += 1) send();
    });
    socket.on('message', (data: Buffer) => {
      const text = data.toString();
      if (!text.includes('"phx_reply"')) return;
      if (text.includes('"postgres_changes"')) welcomes += 1;
      answered += 1;
      if (answered === JOINS_PER_SOCKET) socket.terminate();
      else send();
    });
    await end(socket);
  }
}

await Promise.all(Array.from({ length: STRANGERS }, sendLargeFrames));
await Promise.all(Array.from({ length: MEMBERS }, (_, member) => sendJoins(member)));
process.send?.({ welcomes });
