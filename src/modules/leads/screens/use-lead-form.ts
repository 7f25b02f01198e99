import { type UseFormReturnType, useForm } from '@mantine/form'
import { useEffect, useState } from 'react'
import { fieldErrors } from '#ui/field-errors.ts'
import { useFormat } from '#ui/format.tsx'
import { keepDraft, readDraft } from '#ui/kept-draft.ts'
import { clockTime, instantAt } from '#ui/local-time.ts'
import { toast, toastError } from '#ui/toast.tsx'
import { client } from '#web/api.ts'
import { minorUnits } from './lead-fields.tsx'
import type { Lead } from './use-board.ts'

/** Times are the church's, wherever the browser is. */
const valuesIn = (timeZone?: string) => (lead: Lead) => ({
  source: lead.source ?? '',
  assignedTo: lead.assignedTo,
  value: lead.value === null ? '' : lead.value / 100,
  notes: lead.notes,
  followUpAt: lead.followUpAt ? clockTime(lead.followUpAt, timeZone) : '',
})

/**
 * Edits keep the version they were read at: when someone else saved meanwhile, one is asked, and nothing is lost. What is
 * not saved yet survives closing the drawer and reloading the tab.
 */
export function useLeadForm(lead: Lead, onSaved: (lead: Lead) => void) {
  const { timeZone } = useFormat()
  const valuesOf = valuesIn(timeZone)
  const [base, setBase] = useState(lead)
  const [conflict, setConflict] = useState<Lead | null>(null)
  const [busy, setBusy] = useState(false)
  const form = useForm({ initialValues: valuesOf(lead) })
  const dirty = form.isDirty()
  useKeptEdits(form, `lead ${lead.id}`, base.version, version => setBase({ ...lead, version }))

  const start = (next: Lead) => {
    setBase(next)
    form.setInitialValues(valuesOf(next))
    form.setValues(valuesOf(next))
    form.resetDirty(valuesOf(next))
    setConflict(null)
  }
  // While nothing was typed the form follows the lead.
  useEffect(() => {
    if (!dirty && lead.version !== base.version) start(lead)
  })

  async function refused(error: unknown) {
    const fields = fieldErrors(error)
    if ((error as { code?: string }).code === 'CONFLICT') setConflict(await client.leads.get({ id: lead.id }))
    else if (Object.keys(fields).length > 0) form.setErrors(fields)
    else toastError(error, 'Not saved. Nothing you typed is lost.')
  }
  async function save(version = base.version) {
    const { value, followUpAt, source, ...rest } = form.values
    const due = followUpAt ? instantAt(followUpAt, timeZone) : null
    setBusy(true)
    try {
      const input = { ...rest, source: source || null, value: minorUnits(value), followUpAt: due }
      const saved = await client.leads.update({ id: lead.id, version, ...input })
      start(saved)
      onSaved(saved)
      toast('Saved')
    } catch (error) {
      await refused(error)
    } finally {
      setBusy(false)
    }
  }
  return { form, busy, conflict, save, start }
}

type LeadForm = UseFormReturnType<ReturnType<ReturnType<typeof valuesIn>>>

/** Restores what was kept with the version that it was typed over, so that saving it overwrites nobody. */
function useKeptEdits(form: LeadForm, key: string, version: number, onRestored: (version: number) => void) {
  const [kept] = useState(() => readDraft<LeadForm['values']>(key))
  useEffect(() => {
    if (!kept) return
    form.setValues(kept.value)
    onRestored(kept.version)
  }, [kept])
  useEffect(() => keepDraft(key, form.isDirty() ? { version, value: form.values } : null), [form.values, version])
}
