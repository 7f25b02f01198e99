import { Anchor, Button, CloseButton, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { GUIDE_KEY, nextStep, type Step, stepWords } from '../rules.ts'
import classes from './guide.module.css'
import { useGettingStarted } from './use-getting-started.ts'

/** The checklist on the screen that one of its steps has led to: what to do here, and what comes next. */
export function Guide() {
  const list = useGettingStarted()
  const [closed, setClosed] = useState(false)
  const current = list?.steps.find(({ key }) => key === sessionStorage.getItem(GUIDE_KEY))
  if (!list || !current || closed) return null
  const next = nextStep(list.steps, current.key)
  const close = () => {
    sessionStorage.removeItem(GUIDE_KEY)
    setClosed(true)
  }
  return (
    <aside className={classes.guide} aria-label="Getting started">
      <Text size="sm" className={classes.words} role="status">
        <Text span fw={600}>
          {stepWords[current.key].title}:
        </Text>{' '}
        {!current.done ? stepWords[current.key].how : next ? 'Done.' : 'Done. You have finished every step.'}
      </Text>
      {current.done && next ? <Next step={next} /> : null}
      <Anchor component={Link} to="/dashboard" size="sm">
        {list.done} of {list.steps.length} done
      </Anchor>
      <CloseButton size="sm" aria-label="Close the guide" onClick={close} />
    </aside>
  )
}

const Next = ({ step }: { step: Step }) => (
  <Button
    component={Link}
    to={stepWords[step].to}
    size="compact-sm"
    onClick={() => sessionStorage.setItem(GUIDE_KEY, step)}
  >
    Next: {stepWords[step].title}
  </Button>
)
