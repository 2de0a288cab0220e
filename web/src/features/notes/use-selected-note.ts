import { useSearchParams } from 'react-router-dom';
import { UNASKED } from '../../lib/leaving.ts';

type Select = (uid: string | null, options?: { isUnasked: boolean }) => void;

/** The open note is part of the address, so that going back, reloading and sharing a link work. */
export function useSelectedNote(): [string | null, Select] {
  const [parameters, setParameters] = useSearchParams();
  const select: Select = (next, { isUnasked } = { isUnasked: false }) =>
    setParameters(next === null ? {} : { note: next }, isUnasked ? { state: UNASKED } : {});
  return [parameters.get('note') || null, select];
}
