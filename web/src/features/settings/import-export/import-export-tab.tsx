import { useQuery } from '@tanstack/react-query';
import { importsQuery } from '../../../data/transfer/imports.ts';
import { useSyncStatus } from '../../../sync/sync.ts';
import { Loading } from '../../../ui/states.tsx';
import { ExportSection } from './export-section.tsx';
import { ImportSection } from './import-section.tsx';
import { PastImports } from './past-imports.tsx';
import { useImport } from './use-import.ts';

/** Import and export (docs/import-export.md). */
export function ImportExportTab() {
  const { phase, isPartial } = useSyncStatus();
  // Comparing and exporting need all rows.
  const isReady = phase === 'ready' && !isPartial;
  const job = useImport();
  const { name } = job.stage;
  const { isFetched } = useQuery(importsQuery);
  if (!isFetched) return <Loading />;
  return (
    <div className="flex flex-col gap-10">
      <ImportSection isReady={isReady} job={job} />
      {name === 'idle' || name === 'done' ? (
        <>
          <PastImports />
          <ExportSection isReady={isReady} />
        </>
      ) : null}
    </div>
  );
}
