import { queryOptions } from '@tanstack/react-query';
import { getSupabase } from '../../lib/supabase.ts';

/** Whether a code is missing. The server is asked only if the session itself does not say. */
export const missingStepQuery = queryOptions({
  queryKey: ['account', 'missing-step'],
  queryFn: async () => {
    const supabase = await getSupabase();
    const { data } = await supabase.auth.mfa.getAuthenticatorAssuranceLevel();
    if (data?.nextLevel !== 'aal2' || data.currentLevel === 'aal2') return false;
    const answer = await supabase.rpc('needs_second_step');
    if (answer.error) throw answer.error;
    return answer.data;
  },
});
