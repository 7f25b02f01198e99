import { ExportCsv, type ExportCsvProps } from '#ui/export-csv.tsx'
import { useMay } from './me.tsx'

/** The export button of everything that starts with `exporting(…)` in its contract: absent for members who may not export people's addresses. */
export function ExportPeople(props: ExportCsvProps) {
  return useMay('people.export') ? <ExportCsv {...props} /> : null
}
