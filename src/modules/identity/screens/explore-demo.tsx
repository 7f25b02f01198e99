import { Button, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { auth } from '#web/session.ts'
import { readStatus } from '#web/status.ts'
import { mapAuthError } from '../rules.ts'
import classes from './auth-page.module.css'
import { Problem } from './auth-page.tsx'

/** The way into the demo church, where this server has one. */
export function ExploreDemo() {
  const [offered, setOffered] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  useEffect(() => {
    const leaving = new AbortController()
    readStatus(leaving.signal).then(
      status => setOffered(status.demo),
      () => setOffered(false),
    )
    return () => leaving.abort()
  }, [])

  async function explore() {
    setBusy(true)
    setProblem(undefined)
    try {
      const response = await fetch('/auth/v1/demo', { method: 'POST' })
      if (!response.ok) throw new Error(`status ${response.status}`)
      const { error } = await auth().setSession(await response.json())
      if (error) throw error
    } catch (error) {
      setProblem(mapAuthError((error as Error).message).text)
      setBusy(false)
    }
  }

  if (!offered) return null
  return (
    <Stack gap="sm" className={classes.demo}>
      <Problem>{problem}</Problem>
      <Text size="sm">Look around Grace Community Church, with everything in it. No sign-up needed.</Text>
      <Button variant="default" loading={busy} onClick={() => void explore()}>
        Explore the demo
      </Button>
    </Stack>
  )
}
