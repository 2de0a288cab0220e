import { DatabaseUnavailable } from './authorisation.ts';
import type { Extension, Subject } from './authorisation.ts';
import type { Shared } from './service.ts';

/**
 * What one caller may do on one topic, asked once and kept until it is asked again: read rights from
 * the join or the last change of token, write rights from the first attempt. On public channels
 * everybody may do all.
 */
export class Rights {
  readonly subject: Subject;
  readable: ReadonlySet<Extension> = new Set();
  #shared: Shared;
  #isPrivate: boolean;
  #writable = new Map<Extension, boolean>();

  constructor(shared: Shared, isPrivate: boolean, subject: Subject) {
    this.#shared = shared;
    this.#isPrivate = isPrivate;
    this.subject = subject;
  }

  /** Asks for `extensions`, in addition to what is known. Throws DatabaseUnavailable. */
  async read(extensions: readonly Extension[]): Promise<ReadonlySet<Extension>> {
    const readable = this.#isPrivate
      ? await this.#shared.authoriser.readable(this.subject, extensions)
      : extensions;
    this.readable = new Set([...this.readable, ...readable]);
    return this.readable;
  }

  /** Whether asking again could bring another answer. */
  get canChange(): boolean {
    return this.#isPrivate;
  }

  /**
   * Asks once more for what was readable, and forgets what could be written. False when something
   * is no longer readable. Throws DatabaseUnavailable.
   */
  async readAgain(): Promise<boolean> {
    const before = this.readable;
    const readable = await this.#shared.authoriser.readable(this.subject, [...before]);
    this.#writable.clear();
    // What was asked for meanwhile stays.
    this.readable = new Set(
      [...this.readable].filter((one) => !before.has(one) || readable.has(one)),
    );
    return readable.size === before.size;
  }

  /** Throws DatabaseUnavailable. */
  async mayWrite(extension: Extension): Promise<boolean> {
    if (!this.#isPrivate) return true;
    const known = this.#writable.get(extension);
    if (known !== undefined) return known;
    const allowed = await this.#shared.authoriser.mayWrite(this.subject, extension);
    this.#writable.set(extension, allowed);
    return allowed;
  }

  /** Throws DatabaseUnavailable. */
  async sessionIsLive(): Promise<boolean> {
    const { claims } = this.subject.caller;
    if (claims.session_id === undefined) return true;
    const client = this.#shared.client();
    if (!client) throw new DatabaseUnavailable('no link');
    return this.#shared.sessions.isLive(client, claims).catch((cause: unknown) => {
      throw new DatabaseUnavailable('session lookup', { cause });
    });
  }
}
