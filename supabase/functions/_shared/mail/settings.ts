import type { User } from '../auth.ts';
import { serviceClient } from '../clients.ts';
import type { EmailConfig, EmailSecurity, EmailService, EmailStatus } from '../domain/mail.ts';
import { setting } from '../env.ts';
import { fromDatabase, ServiceError } from '../errors.ts';
import { decrypt, encrypt } from './encryption.ts';
import { mailAccount, type MailAccount } from './server.ts';

type Row = {
  email_service: EmailService;
  email_user: string;
  host: string | null;
  port: number | null;
  security: EmailSecurity | null;
  password_ciphertext: string;
  password_iv: string;
  updated_at: string;
};

async function readRow(): Promise<Row | null> {
  const { data, error } = await serviceClient()
    .from('email_settings')
    .select('*')
    .eq('id', 1)
    .maybeSingle<Row>();
  if (error) throw fromDatabase(error);
  return data;
}

/** What is configured, for the form: everything but the password. */
export async function mailStatus(): Promise<EmailStatus> {
  const row = await readRow();
  return {
    configured: row !== null,
    emailService: row?.email_service ?? null,
    emailUser: row?.email_user ?? null,
    emailHost: row?.host ?? null,
    emailPort: row?.port ?? null,
    emailSecurity: row?.security ?? null,
    updatedAt: row?.updated_at ?? null,
  };
}

/**
 * Stores the configuration, the password encrypted, and who did it. There is one; a new one replaces
 * it.
 */
export async function configureEmail(actor: User, config: EmailConfig): Promise<void> {
  const custom = config.emailService === 'custom';
  const encrypted = await encrypt(mailAccount(config).password, setting('MAIL_ENCRYPTION_KEY'));
  const settings = {
    email_service: config.emailService,
    email_user: config.emailUser,
    host: custom ? config.emailHost : null,
    port: custom ? config.emailPort : null,
    security: custom ? config.emailSecurity : null,
    password_ciphertext: encrypted.ciphertext,
    password_iv: encrypted.iv,
  };
  const { error } = await serviceClient().rpc('save_email_settings', {
    settings,
    actor: actor.id,
  });
  if (error) throw fromDatabase(error);
}

/**
 * The account that mail goes out by. Throws 409 where none is configured (this says nothing about
 * any user) or the stored password cannot be read with the current key.
 */
export async function outgoingMail(): Promise<MailAccount> {
  const row = await readRow();
  if (!row) {
    throw new ServiceError(
      409,
      'mail_not_configured',
      'Password reset by email is not set up here. Please ask your administrator.',
    );
  }
  const encrypted = { ciphertext: row.password_ciphertext, iv: row.password_iv };
  const password = await decrypt(encrypted, setting('MAIL_ENCRYPTION_KEY'));
  if (password === null) {
    throw new ServiceError(
      409,
      'mail_key_changed',
      'The email configuration has to be entered again. Please ask your administrator.',
    );
  }
  return mailAccount({
    emailService: row.email_service,
    emailUser: row.email_user,
    emailPass: password,
    emailHost: row.host ?? undefined,
    emailPort: row.port ?? undefined,
    emailSecurity: row.security ?? undefined,
  });
}
