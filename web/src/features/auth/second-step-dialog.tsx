import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { signOutMutation } from '../../data/account/account.ts';
import { takeSecondStep } from '../../data/account/second-step.ts';
import { userMessage } from '../../lib/errors.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { FormActions } from '../../ui/form-dialog.tsx';
import { IdentifierInput } from '../../ui/input.tsx';

/** The second step of a sign-in, before which nothing can be read or changed. */
export function SecondStepDialog() {
  const [code, setCode] = useState('');
  const step = useMutation({
    mutationFn: takeSecondStep,
    // A reload, so that everything is read with the new session.
    onSuccess: () => location.reload(),
  });
  const leave = useMutation(signOutMutation);
  const wrong = step.error
    ? userMessage(step.error, 'This code is not right, or it was used already')
    : undefined;
  return (
    <Dialog
      size="sm"
      title="Enter Your Code"
      description="The six digits that your authenticator app shows for Almanac, or one of your recovery codes."
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (code.trim() !== '') step.mutate(code.trim());
        }}
      >
        <Field label="Code" error={wrong}>
          {(control) => (
            <IdentifierInput
              {...control}
              value={code}
              onChange={({ target }) => setCode(target.value)}
              autoComplete="one-time-code"
              maxLength={40}
            />
          )}
        </Field>
        <FormActions
          submitLabel="Continue"
          pendingLabel="Checking..."
          isPending={step.isPending || step.isSuccess}
        >
          <Button onClick={() => leave.mutate()}>Logout</Button>
        </FormActions>
      </form>
    </Dialog>
  );
}
