import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useMutate } from '#ui/use-mutate.ts'
import { api, client } from '#web/api.ts'
import { usualReminders } from '../rules/reminders.ts'
import type { CalendarType } from './use-calendar.ts'

const empty = {
  name: '',
  slug: '',
  description: '',
  type: 'meeting' as CalendarType['type'],
  durations: '30',
  bufferBefore: 0,
  bufferAfter: 0,
  slotMinutes: 30,
  noticeMinutes: 120,
  horizonDays: 60,
  dailyLimit: '' as number | '',
  weekly: null as CalendarType['weekly'],
  overrides: [] as CalendarType['overrides'],
  assignment: 'single' as CalendarType['assignment'],
  hosts: [] as CalendarType['hosts'],
  locationKind: 'in_person' as CalendarType['locationKind'],
  location: '',
  roomIds: [] as string[],
  equipmentIds: [] as string[],
  questions: [] as CalendarType['questions'],
  confirmation: 'automatic' as CalendarType['confirmation'],
  pendingBlocks: true,
  reminders: usualReminders as CalendarType['reminders'],
  price: '' as number | '',
  charge: 'later' as CalendarType['charge'],
  deposit: '' as number | '',
  refunds: 'full' as CalendarType['refunds'],
  refundHours: 24,
  redirect: '',
  visibility: 'public' as CalendarType['visibility'],
  capacity: '' as number | '',
  hasWaitlist: false,
  safeguard: 'none' as CalendarType['safeguard'],
  isConfidential: false,
  cancelNoticeMinutes: 0,
  travelMinutes: 0,
  isActive: true,
}
export type TypeValues = typeof empty

const valuesOf = ({ id: _, version: __, bookings: ___, page: ____, ...type }: CalendarType): TypeValues => ({
  ...type,
  durations: type.durations.join(', '),
  dailyLimit: type.dailyLimit ?? '',
  price: type.price === null ? '' : type.price / 100,
  capacity: type.capacity ?? '',
  deposit: type.deposit === null ? '' : type.deposit / 100,
})

const numberOr = (value: number | '') => (value === '' ? null : Number(value))
const inputOf = ({ durations, dailyLimit, price, deposit, capacity, slug, redirect, ...values }: TypeValues) => ({
  ...values,
  ...(slug && { slug }),
  redirect: redirect as '',
  durations: durations
    .split(/[,\s]+/)
    .filter(Boolean)
    .map(Number),
  dailyLimit: numberOr(dailyLimit),
  capacity: numberOr(capacity),
  price: price === '' ? null : Math.round(Number(price) * 100),
  deposit: deposit === '' ? null : Math.round(Number(deposit) * 100),
})

export function useTypeForm(type: CalendarType | null) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const form = useForm<TypeValues>({ initialValues: type ? valuesOf(type) : empty })
  const { run, busy, problem } = useMutate({ keys: [api.calendarTypes.key()], form })
  const save = form.onSubmit(values =>
    run(
      async () => {
        const input = inputOf(values)
        const saved = type
          ? await client.calendarTypes.update({ id: type.id, version: type.version, ...input })
          : await client.calendarTypes.create({ ...input, ...(input.hosts.length === 0 && { hosts: undefined }) })
        queries.setQueryData(api.calendarTypes.get.queryKey({ input: { id: saved.id } }), saved)
        if (!type) await navigate(`/calendar/types/${saved.id}`, { replace: true })
      },
      { done: 'Saved' },
    ),
  )
  return { form, save, busy, problem }
}
