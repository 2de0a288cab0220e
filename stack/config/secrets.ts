import { randomBytes, randomInt } from 'node:crypto';
import { chmod, open, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { errorCode, OperatorError } from '../errors.ts';
import { generateSigningKey, isSigningKey } from '../tokens/signing-key.ts';

const schema = z.object({
  jwtSecret: z.string().min(32),
  publishableKey: z.string().startsWith('sb_publishable_'),
  secretKey: z.string().startsWith('sb_secret_'),
  databasePassword: z.string().min(16),
  /** Private key of users' tokens, PKCS #8 as base64; installations of before 0.3 get it later. */
  signingKey: z.base64().refine(isSigningKey),
  /** 32 bytes as base64. */
  mailEncryptionKey: z.base64().length(44),
});

/** What nobody but this installation may know. Made at its first start, kept in its data folder. */
export type Secrets = z.infer<typeof schema>;

function generate(): Secrets {
  const text = (bytes: number) => randomBytes(bytes).toString('base64url');
  return {
    jwtSecret: text(48),
    publishableKey: `sb_publishable_${text(24)}`,
    secretKey: `sb_secret_${text(24)}`,
    databasePassword: text(24),
    signingKey: generateSigningKey(),
    mailEncryptionKey: randomBytes(32).toString('base64'),
  };
}

async function writeAtomically(file: string, text: string): Promise<void> {
  const draft = `${file}.new`;
  const handle = await open(draft, 'w', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, file);
  // The new name, too, must survive a power cut: the database's password is in it.
  const folder = await open(dirname(file), 'r');
  await folder.sync();
  await folder.close();
}

/** Replaces `<dataDir>/secrets.json`; a power cut leaves the old or the new one. */
export async function saveSecrets(dataDir: string, secrets: Secrets): Promise<void> {
  const text = `${JSON.stringify(schema.parse(secrets), null, 2)}\n`;
  await writeAtomically(join(dataDir, 'secrets.json'), text);
}

/**
 * Reads `<dataDir>/secrets.json`, or makes it (mode 0600).
 * @throws OperatorError if the file is there but unusable: making new ones would lock everybody out
 */
export async function loadSecrets(dataDir: string): Promise<Secrets> {
  const file = join(dataDir, 'secrets.json');
  let text: string;
  let secrets: Secrets;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    secrets = generate();
    await saveSecrets(dataDir, secrets);
    return secrets;
  }
  await chmod(file, 0o600);
  try {
    const stored = schema.partial({ signingKey: true }).parse(JSON.parse(text));
    if (stored.signingKey !== undefined) return { ...stored, signingKey: stored.signingKey };
    secrets = { ...stored, signingKey: generateSigningKey() };
  } catch {
    // What the parser says could repeat the secrets.
    throw new OperatorError(`${file} is damaged: restore it from a backup`);
  }
  await saveSecrets(dataDir, secrets);
  return secrets;
}

/** 32 characters that are not mistaken for one another: five bits each. */
const SETUP_CODE_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const SETUP_CODE_LENGTH = 16;

/** 80 random bits in groups of four that can be typed off a terminal: `K7QM-2XVT-9HPR-4WDN`. */
export function createSetupCode(): string {
  const letters = Array.from({ length: SETUP_CODE_LENGTH }, () =>
    SETUP_CODE_LETTERS.charAt(randomInt(SETUP_CODE_LETTERS.length)),
  );
  return letters.join('').replace(/.{4}(?=.)/g, '$&-');
}
