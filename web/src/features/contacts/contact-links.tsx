import type { ReactNode } from 'react';
import { clsx } from 'clsx';
import { Mail, Phone, Smartphone } from 'lucide-react';
import { mailHref, phoneHref } from '#domain/contact.ts';
import type { Contact } from '../../data/contacts/queries.ts';

type Props = { href: string; text: string; icon: ReactNode; isIconOnPhones: boolean };

/** Lies above the button that covers its card, so that it never opens the dialog. */
function ContactLink({ href, text, icon, isIconOnPhones }: Props) {
  return (
    <a
      href={href}
      className={clsx(
        'relative z-10 inline-flex min-w-0 items-center gap-2 rounded-half text-soft hover:text-accent-ink hover:underline',
        isIconOnPhones ? 'max-md:size-9 max-md:shrink-0 max-md:justify-center' : 'h-7',
      )}
      data-tooltip={isIconOnPhones ? text : undefined}
    >
      {icon}
      <span className={clsx('truncate', isIconOnPhones && 'max-md:sr-only')}>{text}</span>
    </a>
  );
}

type ContactLinksProps = {
  contact: Contact;
  /** Room for the texts is only on wide screens. */
  isIconOnPhones?: boolean;
};

export function EmailLink({ contact, isIconOnPhones = false }: ContactLinksProps) {
  const email = contact.email_address;
  if (!email) return null;
  return (
    <ContactLink
      href={mailHref(email)}
      text={email}
      icon={<Mail aria-hidden className="size-4 shrink-0" />}
      isIconOnPhones={isIconOnPhones}
    />
  );
}

export function MobileLink({ contact, isIconOnPhones = false }: ContactLinksProps) {
  const mobile = contact.mobile_phone;
  if (!mobile) return null;
  return (
    <ContactLink
      href={phoneHref(mobile)}
      text={mobile}
      icon={<Smartphone aria-hidden className="size-4 shrink-0" />}
      isIconOnPhones={isIconOnPhones}
    />
  );
}

export function PhoneLink({ contact, isIconOnPhones = false }: ContactLinksProps) {
  const { phone } = contact;
  if (!phone) return null;
  return (
    <ContactLink
      href={phoneHref(phone)}
      text={phone}
      icon={<Phone aria-hidden className="size-4 shrink-0" />}
      isIconOnPhones={isIconOnPhones}
    />
  );
}
