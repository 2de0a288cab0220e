import { useSearchParams } from 'react-router-dom';

/** The open note is part of the address, so that going back, reloading and sharing a link work. */
export function useSelectedNote(): [number | null, (id: number | null) => void] {
  const [parameters, setParameters] = useSearchParams();
  const id = Number(parameters.get('note'));
  const select = (next: number | null) => setParameters(next === null ? {} : { note: `${next}` });
  return [Number.isSafeInteger(id) && id > 0 ? id : null, select];
}
