import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import encodeQR from 'qr';
import { beginEnrolment, newRecoveryCodes, verifyCode } from '../../../data/account/second-step.ts';
import { useOwnProfile } from '../../../data/profile/profile.ts';
import { userMessage } from '../../../lib/errors.ts';
import { copyText } from '../../../lib/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { FormActions } from '../../../ui/form-dialog.tsx';
import { Input } from '../../../ui/input.tsx';
import { ErrorState, Skeleton } from '../../../ui/states.tsx';

/** The URI that authenticator apps read (Google's "Key URI" format). */
function keyUri(secret: string, username: string): string {
  const name = encodeURIComponent(username);
  return `otpauth://totp/Almanac:${name}?secret=${secret}&issuer=Almanac`;
}

function QrCode({ text }: { text: string }) {
  const rows = encodeQR(text, 'raw', { border: 2 });
  const path = rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      role="img"
      aria-label="QR code for your authenticator app"
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      className="mx-auto size-48 rounded-half bg-white"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}

function Codes({ onClose }: { onClose: () => void }) {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['account', 'new-recovery-codes'],
    queryFn: newRecoveryCodes,
    staleTime: Infinity,
    gcTime: 0,
  });
  if (isError) {
    return (
      <ErrorState
        title="The codes could not be made"
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <Skeleton className="h-40" />;
  return (
    <>
      <ul
        aria-label="Recovery codes"
        className="grid grid-cols-1 gap-x-6 gap-y-1 rounded-half border border-line p-3 font-mono text-sm sm:grid-cols-2"
      >
        {data.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <DialogActions>
        <Button onClick={() => void copyText(data.join('\n'))}>
          <Copy aria-hidden />
          Copy
        </Button>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </>
  );
}

const CODES_TEXT =
  'Each signs you in once if your phone is lost. Keep them somewhere safe; they are shown only now, and former ones end.';

/** Replaces the recovery codes by eight new ones. */
export function RecoveryCodesDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog onClose={onClose} size="sm" title="Recovery Codes" description={CODES_TEXT}>
      <Codes onClose={onClose} />
    </Dialog>
  );
}

/** Turns two-step sign-in on: the QR code, a first code, and then the recovery codes. */
export function EnrolDialog({ onClose }: { onClose: () => void }) {
  const { profile } = useOwnProfile();
  const [code, setCode] = useState('');
  const begun = useQuery({
    queryKey: ['account', 'enrolment'],
    queryFn: beginEnrolment,
    staleTime: Infinity,
    gcTime: 0,
  });
  const verify = useMutation({
    mutationFn: ({ factorId }: { factorId: string }) =>
      verifyCode(factorId, code.replaceAll(/\s/g, '')),
  });
  if (verify.isSuccess) return <RecoveryCodesDialog onClose={onClose} />;
  const { data } = begun;
  return (
    <Dialog
      onClose={onClose}
      size="sm"
      title="Turn On Two-Step Sign-In"
      description="Scan the code with an authenticator app, and enter the six digits that it shows. Your other devices will be logged out."
    >
      {begun.isError ? (
        <ErrorState
          title="This could not be begun"
          isRetrying={begun.isFetching}
          onRetry={() => void begun.refetch()}
        />
      ) : null}
      {!begun.isError && !data ? <Skeleton className="mx-auto size-48" /> : null}
      {data ? (
        <form
          noValidate
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            if (code.trim() !== '') verify.mutate(data);
          }}
        >
          <QrCode text={keyUri(data.secret, profile?.username ?? '')} />
          <p className="text-sm wrap-anywhere text-soft">
            Or type this key: <span className="font-mono text-ink">{data.secret}</span>
          </p>
          <Field
            label="Code"
            error={
              verify.error
                ? userMessage(
                    verify.error,
                    'This code is not right. Is the time on your phone right?',
                  )
                : undefined
            }
          >
            {(control) => (
              <Input
                {...control}
                value={code}
                onChange={({ target }) => setCode(target.value)}
                inputMode="numeric"
                autoComplete="one-time-code"
                maxLength={10}
              />
            )}
          </Field>
          <FormActions
            submitLabel="Turn On"
            pendingLabel="Checking..."
            isPending={verify.isPending}
            onCancel={onClose}
          />
        </form>
      ) : null}
    </Dialog>
  );
}
