import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldErrors } from '#ui/field-errors.ts'
import { clockTime } from '#ui/local-time.ts'
import { toast } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import { useMe } from '#web/me.tsx'
import { runDays, type SeriesRule } from '../rules/series.ts'
import type { SendFormState } from './use-send-form.ts'

const begin = {
  kind: 'week' as 'week' | 'day' | 'nth',
  interval: 1,
  weekdays: ['4'],
  day: 1,
  nth: '1',
  weekday: '4',
  ends: 'never' as 'never' | 'on' | 'after',
  endsOn: '',
  mostRuns: 10,
  time: '17:00',
  anyway: false,
}
export type RepeatValues = typeof begin & { startsOn: string }

const ruleOf = ({ kind, interval, weekdays, day, nth, weekday }: RepeatValues): SeriesRule => {
  if (kind === 'week') return { every: 'week', interval, weekdays: weekdays.map(Number) }
  if (kind === 'day') return { every: 'month', interval, day }
  return { every: 'month', interval, nth: Number(nth), weekday: Number(weekday) }
}

/** What is repeated and how, with the days that come of it. */
export function useRepeat(form: SendFormState, onClose: () => void) {
  const queries = useQueryClient()
  const { account } = useMe()
  const now = clockTime(new Date().toISOString(), account.timeZone)
  const today = now.slice(0, 10)
  const [values, setValues] = useState<RepeatValues>({ ...begin, startsOn: today })
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [sunday, setSunday] = useState(false)
  const [busy, setBusy] = useState(false)
  const set = (part: Partial<RepeatValues>) => {
    setValues(before => ({ ...before, anyway: false, ...part }))
    setSunday(before => before && 'anyway' in part)
    setErrors({})
  }
  const rule = ruleOf(values)
  const endsOn = values.ends === 'on' && values.endsOn ? values.endsOn : null
  const mostRuns = values.ends === 'after' ? values.mostRuns : null
  const course = { rule, startsOn: values.startsOn || today, endsOn }
  const next = runDays(course, today, 4)
    .filter(on => `${on}T${values.time}` > now)
    .slice(0, Math.min(3, mostRuns ?? 3))
  const save = async () => {
    setBusy(true)
    const made = await form.attempt(() =>
      client.smsSeries
        .create({ ...form.draft, ...course, mostRuns, time: values.time, anyway: values.anyway })
        .catch(error => {
          const found = fieldErrors(error)
          if (error?.code === 'SUNDAY_MORNING') setSunday(true)
          else if (Object.keys(found).some(field => /^(rule|time|startsOn|endsOn|mostRuns)/.test(field)))
            setErrors(found)
          else throw error
          return null
        }),
    )
    setBusy(false)
    if (made === null) return
    onClose()
    if (!made) return
    form.clear()
    toast('Repeated text saved')
    await queries.invalidateQueries({ queryKey: api.smsSeries.key() })
  }
  return { values, set, errors, sunday, busy, save, next, rule }
}
export type Repeat = ReturnType<typeof useRepeat>
