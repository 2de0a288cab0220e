import { optionalSetting } from '../env.ts';
import { ServiceError } from '../errors.ts';
import type { MailAccount } from './server.ts';

/** Of all mail servers, closed to hosted functions (Supabase's guide to sending mail from them). */
const CLOSED_PORTS = new Set([25, 587]);

type Reported = { code: string; responseCode: number; text: string };

/**
 * What to tell an administrator about a failed delivery: which of the typed values is to blame.
 * Never the server's raw words, which may repeat what was sent. `isHosted`: on supabase.com, which
 * alone names a region to functions.
 */
export function mailFailure(
  error: unknown,
  account: MailAccount,
  isHosted = optionalSetting('SB_REGION') !== undefined,
): ServiceError {
  const { code, responseCode, text } = report(error);
  const { service, host, port, user } = account;
  const where = `${host}:${port}`;
  // Nobody typed the server of a known service: that it cannot be reached lies between it and here.
  const check = (fields: string) =>
    service === 'custom'
      ? `Please check ${fields}.`
      : "Please check this server's own connection to the internet, then try again.";
  if (isHosted && CLOSED_PORTS.has(port)) {
    return failed(
      `On supabase.com functions reach no mail server by the ports 25 and 587. ${
        service === 'custom'
          ? 'Use port 465 with TLS, if your provider has it.'
          : `${host} has no other: use another provider's server, with port 465 and TLS.`
      }`,
    );
  }
  const message = ((): string => {
    if (code === 'EAUTH' || responseCode === 535 || responseCode === 534) {
      return `${host} did not accept the password of ${user}. Gmail, Outlook and Yahoo ask for an app password.`;
    }
    if (/ENOTFOUND|EAI_|getaddrinfo|EDNS|dns error|lookup address/i.test(text)) {
      return service === 'custom'
        ? `There is no mail server with the name ${host}. Please check the host.`
        : `${host} was not found. ${check('the host')}`;
    }
    if (/ECONNREFUSED|connection refused/i.test(text)) {
      return `${where} refused the connection. ${check('the port')}`;
    }
    if (/certificate|UnknownIssuer|self.signed|NotValidForName|ERR_TLS_CERT/i.test(text)) {
      return `The certificate of ${host} cannot be trusted: it is self-signed, expired or made out to another name.`;
    }
    if (code === 'ETIMEDOUT' || /timed? ?out/i.test(text)) {
      return `${where} did not answer within 10 seconds. ${check('host, port and security')}`;
    }
    if (code === 'ETLS' || /wrong version number|STARTTLS|InvalidContentType|tls/i.test(text)) {
      return `${where} does not speak TLS the way it was asked to. ${check('port and security')}`;
    }
    if (code === 'EENVELOPE' || (responseCode >= 550 && responseCode <= 559)) {
      return `${host} refused the sender or the recipient of the mail.`;
    }
    if (/ECONNRESET|EPIPE|unexpected(ly)? (end|close)|eof|closed/i.test(text)) {
      return `${where} closed the connection. ${check('port and security')}`;
    }
    if (/EHOSTUNREACH|ENETUNREACH|unreachable/i.test(text)) {
      return `${host} cannot be reached from this server.`;
    }
    if (responseCode > 0) return `${host} refused the mail (code ${responseCode}).`;
    return `The mail could not be handed to ${where}.`;
  })();
  return failed(message);
}

function failed(message: string): ServiceError {
  return new ServiceError(422, 'mail_failed', message);
}

/** Nodemailer's own code, the system's code behind it, the server's answer, and all their words. */
function report(error: unknown): Reported {
  const property = (name: string): unknown => Reflect.get(Object(error), name);
  const responseCode = property('responseCode');
  const code = property('code');
  const message = error instanceof Error ? error.message : String(error);
  const reasons = error instanceof AggregateError ? error.errors.map(String) : [];
  return {
    code: typeof code === 'string' ? code : '',
    responseCode: typeof responseCode === 'number' ? responseCode : 0,
    text: [code, property('originalCode'), message, ...reasons].join(' '),
  };
}
