import { Button, Text } from '@mantine/core'
import { IconLifebuoy } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { useFormat } from '#ui/format.tsx'
import { toastError } from '#ui/toast.tsx'
import { api, client } from './api.ts'
import { useMe } from './me.tsx'
import classes from './shell.module.css'

/** Across the shell for as long as someone is in a church's account as support; at its hour's end they are out. */
export function SupportBanner() {
  const { account, accounts, enter } = useMe()
  const { time } = useFormat()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const until = account.supportUntil

  const goHome = useEffectEvent(async () => {
    const own = accounts.find(one => !one.supportUntil)
    if (own) enter(own.id)
    await queries.invalidateQueries({ queryKey: api.clients.key() })
    if (own) navigate('/admin#clients')
  })
  useEffect(() => {
    if (!until) return
    const timer = setTimeout(goHome, Math.max(0, new Date(until).getTime() - Date.now()))
    return () => clearTimeout(timer)
  }, [until])

  if (!until) return null
  async function leave() {
    setBusy(true)
    try {
      await client.operator.leave({ id: account.id })
      await goHome()
    } catch (error) {
      toastError(error, 'You are still in this account')
      setBusy(false)
    }
  }
  return (
    <section className={classes.support} aria-label="Support">
      <IconLifebuoy size={18} stroke={1.75} aria-hidden />
      <Text size="sm" className={classes.supportWords}>
        You are in {account.name} as support until {time(until)}. Everything you do appears in its audit log.
      </Text>
      <Button size="compact-sm" variant="default" loading={busy} onClick={() => void leave()}>
        Leave
      </Button>
    </section>
  )
}
