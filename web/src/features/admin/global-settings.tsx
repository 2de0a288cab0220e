import { Mail, Sparkles } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Button } from '../../ui/button.tsx';

/** The second tab (spec section 2), with the way to what is configured on a screen of its own. */
export function GlobalSettings() {
  return (
    <div className="flex flex-col gap-4">
      <section
        aria-labelledby="future-settings"
        className="flex gap-4 rounded-base border border-line bg-surface p-4 shadow-card sm:p-5"
      >
        <Sparkles aria-hidden className="mt-0.5 size-5 shrink-0 text-accent-ink" />
        <div>
          <h2 id="future-settings" className="text-base font-semibold">
            Global Settings
          </h2>
          <p className="mt-1 text-soft">Global settings will come in future updates.</p>
        </div>
      </section>
      <section
        aria-labelledby="outgoing-mail"
        className="flex gap-4 rounded-base border border-line bg-surface p-4 shadow-card sm:p-5"
      >
        <Mail aria-hidden className="mt-0.5 size-5 shrink-0 text-accent-ink" />
        <div>
          <h2 id="outgoing-mail" className="text-base font-semibold">
            Outgoing email
          </h2>
          <p className="mt-1 text-soft">
            The email service by which temporary passwords are sent has a page of its own.
          </p>
          <Button asChild className="mt-4">
            <Link to="/email-config">Email Configuration</Link>
          </Button>
        </div>
      </section>
    </div>
  );
}
