/** What befalls a device's requests and its live connection. */
export type Network =
  | 'ok'
  /** Cut, and the device knows. */
  | 'offline'
  /** Requests arrive and are done; the device is told that they failed. */
  | 'answers-lost'
  /** The browser sends each request twice. */
  | 'sent-twice'
  /** Live messages come twice, the second time late. */
  | 'echoing'
  /** Nothing gets out or in, and nothing says so. */
  | 'dead'
  /** Requests arrive and are done; no answer and no message comes, and nothing says so. */
  | 'deaf';

/** Milliseconds by which an echo is late. */
const ECHO_AFTER = 25;
/** Nobody listens there: a connection is refused at once. */
const NOWHERE = 'ws://127.0.0.1:9';

/** Hears an answer; whoever reads its text reads a `clone()`, which is dear. */
export type Answered = (url: string, body: string, answer: Response) => Promise<void>;

/** A device's way to the server. */
export class Connection {
  /** The paths of the requests that vanished. */
  readonly lost: string[] = [];
  #network: Network = 'ok';
  /** Sockets that stay dead once they have died. */
  readonly #live = new Set<WebSocket>();
  /** Sockets that are being opened in vain: that ends when the network is another one. */
  readonly #vain = new Set<WebSocket>();
  readonly #onAnswer: Answered;
  readonly #events: EventTarget;
  readonly #isUnpacked: boolean;

  /** `onAnswer` hears every answer that the server gives, also those that the device does not. */
  constructor(events: EventTarget, onAnswer: Answered, isUnpacked = false) {
    this.#events = events;
    this.#onAnswer = onAnswer;
    this.#isUnpacked = isUnpacked;
  }

  get network(): Network {
    return this.#network;
  }

  set network(next: Network) {
    const before = this.#network;
    this.#network = next;
    if (next === 'offline') {
      for (const socket of this.#live) socket.close();
      this.#events.dispatchEvent(new Event('offline'));
    }
    if (next === 'dead' || next === 'deaf') this.#live.clear();
    if (before === 'deaf' && next !== 'deaf') this.#events.dispatchEvent(new Event('reset'));
    if (next !== 'dead' && next !== 'deaf') {
      for (const socket of this.#vain) socket.close();
      this.#vain.clear();
    }
    if (before === 'offline' && next !== 'offline') this.#events.dispatchEvent(new Event('online'));
  }

  readonly fetch = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const { network } = this;
    const { signal, ...rest } = init;
    if (network === 'offline') throw new TypeError('fetch failed');
    const url = input instanceof Request ? input.url : String(input);
    if (network === 'dead') {
      this.lost.push(new URL(url).pathname);
      return await givenUp(signal);
    }
    const headers = new Headers(rest.headers);
    if (this.#isUnpacked) headers.set('accept-encoding', 'identity');
    const send = async () => {
      // The server goes on with what a device has given up.
      const answer = await fetch(input, { ...rest, headers });
      await this.#onAnswer(url, typeof init.body === 'string' ? init.body : '', answer);
      return answer;
    };
    if (network === 'sent-twice') await (await send()).arrayBuffer();
    const answer = send();
    // Nobody may wait for it any more.
    answer.catch(() => undefined);
    if (network === 'deaf') {
      // Until it is read its connection is of no use to others.
      answer.then((unheard) => unheard.arrayBuffer()).catch(() => undefined);
      return await Promise.race([this.#reset(), givenUp(signal)]);
    }
    if (network === 'answers-lost') {
      await (await answer).arrayBuffer();
      throw new TypeError('fetch failed');
    }
    return await Promise.race([answer, givenUp(signal)]);
  };

  /** Rejects when the network is another one, which knows nothing of this connection. */
  #reset(): Promise<never> {
    return new Promise((_resolve, reject) => {
      const fail = () => reject(new TypeError('fetch failed'));
      this.#events.addEventListener('reset', fail, { once: true });
    });
  }

  /** The class of a tab's sockets; `onOpening` is called before one is opened. */
  socketClass(onOpening: () => void): typeof WebSocket {
    const live = this.#live;
    const vain = this.#vain;
    const networkNow = () => this.#network;
    return class extends WebSocket {
      constructor(url: string | URL, protocols?: string | string[]) {
        onOpening();
        super(networkNow() === 'offline' ? NOWHERE : url, protocols);
        const isInVain = networkNow() === 'dead' || networkNow() === 'deaf';
        (isInVain ? vain : live).add(this);
        this.addEventListener('close', () => live.delete(this));
        this.addEventListener('open', (event) => {
          if (!live.has(this)) event.stopImmediatePropagation();
        });
        this.addEventListener('message', (event) => {
          if (!live.has(this)) event.stopImmediatePropagation();
          else if (networkNow() === 'echoing' && event.isTrusted) this.#echo(event.data);
        });
      }

      override send(data: Parameters<WebSocket['send']>[0]): void {
        if (live.has(this)) super.send(data);
      }

      #echo(data: unknown): void {
        setTimeout(() => this.dispatchEvent(new MessageEvent('message', { data })), ECHO_AFTER);
      }
    };
  }
}

/** Never answered; rejects when the device gives it up. */
function givenUp(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    const giveUp = () => reject(new DOMException('Given up', 'TimeoutError'));
    if (signal?.aborted) giveUp();
    signal?.addEventListener('abort', giveUp, { once: true });
  });
}
