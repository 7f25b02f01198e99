import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { auth } from '#web/session.ts'
import { mapAuthError } from '../rules.ts'
import classes from './auth-page.module.css'
import { Problem } from './auth-page.tsx'

/** The way into the demo church. */
export function ExploreDemo() {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

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

  return (
    <Stack gap="sm" className={classes.demo}>
      <Problem>{problem}</Problem>
      <Text size="sm">Explore Grace Community Church with sample data. No sign-up needed.</Text>
      <Button variant="default" loading={busy} onClick={() => void explore()}>
        Explore the demo
      </Button>
    </Stack>
  )
}
