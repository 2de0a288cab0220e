import { useSearchParams } from 'react-router-dom';
import { UNASKED } from '../../lib/leaving.ts';

type Select = (id: number | null, options?: { isUnasked: boolean }) => void;

/** The open note is part of the address, so that going back, reloading and sharing a link work. */
export function useSelectedNote(): [number | null, Select] {
  const [parameters, setParameters] = useSearchParams();
  const id = Number(parameters.get('note'));
  const select: Select = (next, { isUnasked } = { isUnasked: false }) =>
    setParameters(next === null ? {} : { note: `${next}` }, isUnasked ? { state: UNASKED } : {});
  return [Number.isSafeInteger(id) && id > 0 ? id : null, select];
}
