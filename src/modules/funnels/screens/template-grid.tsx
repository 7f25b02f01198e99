import { Button, Paper, SimpleGrid, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import classes from './funnels.module.css'
import { type Template, useTemplates } from './use-funnels.ts'

/** What a funnel can begin with, by category. */
export function TemplateGrid({ mayWrite }: { mayWrite: boolean }) {
  const { data, error, refetch } = useTemplates()
  if (error) return <ErrorPanel error={error} what="the templates" onRetry={() => void refetch()} />
  if (!data) return null
  const shown = data.items.filter(one => one.steps.length > 0)
  return (
    <section className={classes.templates} aria-labelledby="templates">
      <div>
        <Title order={2} id="templates">
          Templates
        </Title>
        <Text c="dimmed">Each one makes its pages and forms as drafts. Edit them, then publish.</Text>
      </div>
      {[...new Set(shown.map(one => one.category))].map(category => (
        <div key={category} className={classes.category}>
          <Title order={3}>{category}</Title>
          <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
            {shown
              .filter(one => one.category === category)
              .map(one => (
                <Card key={one.key} template={one} mayWrite={mayWrite} />
              ))}
          </SimpleGrid>
        </div>
      ))}
    </section>
  )
}

function Card({ template: { key, name, description, steps }, mayWrite }: { template: Template; mayWrite: boolean }) {
  const navigate = useNavigate()
  const act = useAct(api.funnels.key(), api.pages.key(), api.forms.key())
  const [busy, setBusy] = useState(false)
  async function use() {
    setBusy(true)
    let id = ''
    const create = async () => void ({ id } = await client.funnels.create({ template: key }))
    await act(create, undefined, 'The funnel was not created')
    setBusy(false)
    if (id) navigate(`/funnels/${id}`)
  }
  return (
    <Paper p="md" className={classes.card}>
      <Title order={4}>{name}</Title>
      <Text size="sm">{description}</Text>
      <ol className={classes.stepNames}>
        {steps.map(step => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {mayWrite ? (
        <div>
          <Button
            size="xs"
            variant="default"
            loading={busy}
            aria-label={`Use Template: ${name}`}
            onClick={() => void use()}
          >
            Use Template
          </Button>
        </div>
      ) : null}
    </Paper>
  )
}
