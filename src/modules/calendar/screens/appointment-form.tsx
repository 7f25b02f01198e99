import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { FormDrawer } from '#ui/form-drawer.tsx'
import { useFormat } from '#ui/format.tsx'
import { clockTime, instantAt } from '#ui/local-time.ts'
import { toast } from '#ui/toast.tsx'
import { useSearchChange } from '#ui/use-search-change.ts'
import { api, client } from '#web/api.ts'
import { empty, Fields, type Form, type Values } from './appointment-fields.tsx'
import { Conflict, type Taken, takenOf } from './conflict.tsx'

const nextHour = () => new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000).toISOString()

/** The form, filled from `add`, `minutes` and `person` of the address. */
function useNewAppointment() {
  const [params] = useSearchParams()
  const { timeZone } = useFormat()
  const form = useForm<Values>({ initialValues: empty })
  const [taken, setTaken] = useState<Taken>()
  const add = params.get('add')
  const personId = params.get('person')
  useEffect(() => {
    if (!add) return
    setTaken(undefined)
    const at = Number.isNaN(Date.parse(add)) || add === '1' ? nextHour() : add
    form.setValues({
      startsAt: clockTime(at, timeZone),
      minutes: Number(params.get('minutes')) || 30,
      ...(personId && { people: [personId] }),
    })
    form.resetDirty()
  }, [add])
  return { form, taken, setTaken, opened: add !== null }
}

const inputOf = ({ people, startsAt, minutes, ...rest }: Values, timeZone?: string) => ({
  ...rest,
  locationKind: rest.locationKind as 'in_person',
  startsAt: new Date(instantAt(startsAt, timeZone)),
  minutes: Number(minutes),
  attendees: people.map(id => ({ personId: id })),
  notify: rest.notify && people.length > 0,
})

/** New Appointment; `add` in the address holds the time that was chosen in the grid. */
export function AppointmentForm() {
  const change = useSearchChange()
  const queries = useQueryClient()
  const { timeZone } = useFormat()
  const { form, taken, setTaken, opened } = useNewAppointment()
  const close = () => change({ add: null, minutes: null, person: null })

  async function save(values: Values, override?: { reason: string }) {
    try {
      const made = await client.appointments.create({ ...inputOf(values, timeZone), ...(override && { override }) })
      await queries.invalidateQueries({ queryKey: api.appointments.key() })
      toast(`${made.title} is booked`)
    } catch (error) {
      setTaken(takenOf(error))
      throw error
    }
  }
  const again = (values: Values, override?: { reason: string }) =>
    void save(values, override).then(
      () => {
        form.reset()
        close()
      },
      () => {},
    )
  return (
    <FormDrawer
      opened={opened}
      onClose={close}
      title="New Appointment"
      form={form}
      onSubmit={save}
      submitLabel="Book appointment"
    >
      {taken ? <TakenTime form={form} taken={taken} onAgain={again} /> : null}
      <Fields form={form} />
    </FormDrawer>
  )
}

interface TakenTimeProps {
  form: Form
  taken: Taken
  onAgain: (values: Values, override?: { reason: string }) => void
}

function TakenTime({ form, taken, onAgain }: TakenTimeProps) {
  const { timeZone } = useFormat()
  return (
    <Conflict
      taken={taken}
      onChoose={at => {
        const startsAt = clockTime(at, timeZone)
        form.setFieldValue('startsAt', startsAt)
        onAgain({ ...form.getValues(), startsAt })
      }}
      onOverride={reason => onAgain(form.getValues(), { reason })}
    />
  )
}
