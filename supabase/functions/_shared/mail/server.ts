import type { EmailConfig, EmailSecurity, EmailService } from '../domain/mail.ts';

/** Where mail is handed over. */
export type MailServer = { host: string; port: number; security: EmailSecurity };

/** A server and who we are there. */
export type MailAccount = MailServer & {
  /** Which form describes it: only that of a custom server has host, port and security. */
  service: EmailService;
  user: string;
  password: string;
};

/** The services' own published settings. */
const PRESETS: Record<Exclude<EmailService, 'custom'>, MailServer> = {
  gmail: { host: 'smtp.gmail.com', port: 465, security: 'tls' },
  outlook: { host: 'smtp-mail.outlook.com', port: 587, security: 'starttls' },
  yahoo: { host: 'smtp.mail.yahoo.com', port: 465, security: 'tls' },
};

/** The account that a checked configuration form describes. */
export function mailAccount(config: EmailConfig): MailAccount {
  // Google shows app passwords in groups of four; pasted like that they are refused.
  const password =
    config.emailService === 'gmail' ? config.emailPass.replace(/\s/g, '') : config.emailPass;
  return { ...mailServer(config), service: config.emailService, user: config.emailUser, password };
}

function mailServer(config: EmailConfig): MailServer {
  if (config.emailService !== 'custom') return PRESETS[config.emailService];
  const { emailHost, emailPort, emailSecurity } = config;
  if (!emailHost || emailPort === undefined || emailSecurity === undefined) {
    throw new Error('a custom e-mail service without its server');
  }
  return { host: emailHost, port: emailPort, security: emailSecurity };
}

/** Nodemailer's settings for an account. Certificates are always verified. */
export function transportOptions({ host, port, security, user, password }: MailAccount) {
  return {
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    auth: { user, pass: password },
    connectionTimeout: MAIL_TIMEOUT_MS,
    greetingTimeout: MAIL_TIMEOUT_MS,
    socketTimeout: MAIL_TIMEOUT_MS,
    dnsTimeout: MAIL_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Within this time a mail server has taken the mail, or it counts as not answering. */
export const MAIL_TIMEOUT_MS = 10_000;
