import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { factorQuery } from '../../../data/account/second-step.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorState, Skeleton } from '../../../ui/states.tsx';
import { EnrolDialog, RecoveryCodesDialog } from './enrol-dialog.tsx';
import { SecondStepOffDialog } from './second-step-off-dialog.tsx';

/** Two-step sign-in: on with an authenticator app, off with the password. */
export function SecondStep() {
  const { data, isError, isFetching, refetch } = useQuery(factorQuery);
  const client = useQueryClient();
  const [opened, setOpened] = useState<'on' | 'codes' | 'off' | null>(null);
  const close = () => {
    setOpened(null);
    void client.invalidateQueries(factorQuery);
  };
  return (
    <section aria-labelledby="second-step-heading">
      <h2 id="second-step-heading" className="text-lg font-semibold">
        Two-step sign-in
      </h2>
      <p className="mt-1 mb-4 max-w-prose text-pretty text-soft">
        {data
          ? 'On. Signing in asks for a code of your authenticator app after the password.'
          : `${data === null ? 'Off. ' : ''}With it, your password alone opens nothing: signing in also asks for a code of an app on your phone.`}
      </p>
      {isError ? (
        <ErrorState
          title="Two-step sign-in could not be loaded"
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : null}
      {data === undefined && !isError ? <Skeleton className="h-10 w-32" /> : null}
      {data === null ? <Button onClick={() => setOpened('on')}>Turn on…</Button> : null}
      {data ? (
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => setOpened('codes')}>New recovery codes…</Button>
          <Button onClick={() => setOpened('off')}>Turn off…</Button>
        </div>
      ) : null}
      {opened === 'on' ? <EnrolDialog onClose={close} /> : null}
      {opened === 'codes' ? <RecoveryCodesDialog onClose={close} /> : null}
      {opened === 'off' ? <SecondStepOffDialog onClose={close} /> : null}
    </section>
  );
}
