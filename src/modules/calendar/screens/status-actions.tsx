import { Button, Menu } from '@mantine/core'
import { useState } from 'react'
import { useMutate } from '#ui/use-mutate.ts'
import { api, client } from '#web/api.ts'
import { type AppointmentStatus, transitions } from '../rules/states.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import type { Appointment } from './use-calendar.ts'

interface StatusActionsProps {
  one: Appointment
  onReschedule: () => void
  as: 'menu' | 'buttons'
}

/** What can be done with an appointment as it stands: Confirm, Reschedule, Complete, No-show, Cancel. */
export function StatusActions({ one, onReschedule, as }: StatusActionsProps) {
  const [cancelling, setCancelling] = useState(false)
  const { run, busy } = useMutate({ keys: [api.appointments.key()] })
  const can = (status: AppointmentStatus) => transitions[one.status].includes(status)
  const id = one.id
  const all = [
    can('confirmed') && {
      label: one.status === 'pending' ? 'Confirm' : 'Set back to confirmed',
      act: () => void run(() => client.appointments.confirm({ id }), { done: 'Appointment confirmed' }),
    },
    can('completed') && {
      label: 'Complete',
      act: () => void run(() => client.appointments.complete({ id }), { done: 'Marked as completed' }),
    },
    can('no_show') && {
      label: 'No-show',
      act: () => void run(() => client.appointments.noShow({ id }), { done: 'Marked as a no-show' }),
    },
    can('cancelled') && { label: 'Reschedule', act: onReschedule },
    can('cancelled') && { label: 'Cancel', act: () => setCancelling(true), danger: true },
  ].filter(action => action !== false)
  const dialog = cancelling ? <CancelDialog one={one} onClose={() => setCancelling(false)} /> : null
  return (
    <>
      {all.map(({ label, act, ...rest }) => {
        const danger = 'danger' in rest
        return as === 'menu' ? (
          <Menu.Item key={label} onClick={act} closeMenuOnClick={!danger} {...(danger && { color: 'red' })}>
            {label}
          </Menu.Item>
        ) : (
          <Button
            key={label}
            size="xs"
            variant="default"
            onClick={act}
            loading={busy}
            {...(danger && { color: 'red', variant: 'light' })}
          >
            {label}
          </Button>
        )
      })}
      {dialog}
    </>
  )
}
