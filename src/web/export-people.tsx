import { ExportCsv, type ExportCsvProps } from '#ui/export-csv.tsx'
import { useMay } from './me.tsx'

/** The export button of everything that starts with `exporting(…)` in its contract: not there for anyone who may not take people's addresses along. */
export function ExportPeople(props: ExportCsvProps) {
  return useMay('people.export') ? <ExportCsv {...props} /> : null
}
