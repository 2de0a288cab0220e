/** A mail without its addresses. */
export type MailContent = { subject: string; text: string; html: string };

/** What the mail with a temporary password tells (spec section 8, 'Password Reset Email Sent'). */
export type PasswordMail = {
  username: string;
  temporaryPassword: string;
  validUntil: Date;
  /** IANA name; UTC if the user's browser never sent one. */
  timeZone: string | null;
  /** The web app's address. */
  siteUrl: string;
};

/** The mail that answers 'Forgot your password?'. */
export function passwordMail(content: PasswordMail): MailContent {
  const until = inTimeZone(content.validUntil, content.timeZone);
  const link = new URL('/login', content.siteUrl).href;
  const intro = `Somebody, hopefully you, asked for a new password for the Almanac account "${content.username}".`;
  const rule = `The temporary password works once, until ${until}. You will then be asked for a new one.`;
  const ignore =
    'If you did not ask for this, do nothing: your password still works and nobody else has seen this mail.';
  return {
    subject: 'Your temporary Almanac password',
    text: [
      intro,
      '',
      `Username: ${content.username}`,
      `Temporary password: ${content.temporaryPassword}`,
      '',
      rule,
      '',
      `Log in: ${link}`,
      '',
      ignore,
      '',
    ].join('\n'),
    html: page([
      paragraph(escape(intro)),
      `<table role="presentation" style="margin:16px 0">
<tr><td style="padding:2px 16px 2px 0">Username</td><td><b>${escape(content.username)}</b></td></tr>
<tr><td style="padding:2px 16px 2px 0">Temporary password</td><td><b style="font-family:monospace;font-size:16px">${escape(content.temporaryPassword)}</b></td></tr>
</table>`,
      paragraph(escape(rule)),
      paragraph(`<a href="${escape(link)}">Log in to Almanac</a>`),
      paragraph(escape(ignore)),
    ]),
  };
}

/** The mail with an invitation's link. */
export function invitationMail(content: { url: string; validUntil: Date }): MailContent {
  const { origin } = new URL(content.url);
  const intro = `You are invited to Almanac at ${origin}: tasks, contacts and notes.`;
  const rule = `The link makes one account, until ${inTimeZone(content.validUntil, null)}.`;
  const ignore = 'If you do not want one, do nothing.';
  return {
    subject: 'Your invitation to Almanac',
    text: [intro, '', `Create your account: ${content.url}`, '', rule, '', ignore, ''].join('\n'),
    html: page([
      paragraph(escape(intro)),
      paragraph(`<a href="${escape(content.url)}">Create your account</a>`),
      paragraph(escape(rule)),
      paragraph(escape(ignore)),
    ]),
  };
}

/** The mail of the Test button. */
export function testMail(siteUrl: string): MailContent {
  const text = `This is the test mail of your Almanac at ${siteUrl}. Mail for forgotten passwords will arrive like this.`;
  return {
    subject: 'Almanac can send mail',
    text: `${text}\n`,
    html: page([paragraph(escape(text))]),
  };
}

function inTimeZone(moment: Date, timeZone: string | null): string {
  const format = (zone: string) =>
    new Intl.DateTimeFormat('en-GB', {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone: zone,
    }).format(moment);
  if (timeZone !== null) {
    try {
      return `${format(timeZone)} (${timeZone})`;
    } catch (error) {
      // A browser knew a zone that this server does not: UTC is right everywhere.
      if (!(error instanceof RangeError)) throw error;
    }
  }
  return `${format('UTC')} (UTC)`;
}

function page(parts: string[]): string {
  return `<!doctype html>
<html lang="en"><body style="font-family:sans-serif;font-size:15px;line-height:1.5;color:#1f2937">
${parts.join('\n')}
</body></html>`;
}

function paragraph(html: string): string {
  return `<p>${html}</p>`;
}

function escape(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
