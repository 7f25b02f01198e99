import { Button, Paper, SimpleGrid, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { counted } from '#ui/counted.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import { categories } from '../templates/rules/categories.ts'
import { type Template, useTemplates } from './use-workflow.ts'
import classes from './workflows.module.css'

/** What one can begin with, by category. */
export function TemplateGrid({ mayWrite }: { mayWrite: boolean }) {
  const { data, error, refetch } = useTemplates()
  if (error) return <ErrorPanel error={error} what="the templates" onRetry={() => void refetch()} />
  if (!data) return null
  return (
    <section className={classes.templates} aria-labelledby="templates">
      <div>
        <Title order={2} id="templates">
          Templates
        </Title>
        <Text c="dimmed">Ready texts and steps. Fill in what is marked, then publish.</Text>
      </div>
      {categories.map(category => (
        <div key={category} className={classes.category}>
          <Title order={3}>{category}</Title>
          <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
            {data.items
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

function Card({ template, mayWrite }: { template: Template; mayWrite: boolean }) {
  const navigate = useNavigate()
  const act = useAct(api.workflows.key())
  const [busy, setBusy] = useState(false)
  async function use() {
    setBusy(true)
    let id = ''
    await act(async () => void ({ id } = await client.workflowTemplates.use({ key: template.key })))
    setBusy(false)
    if (id) navigate(`/automation/${id}`)
  }
  return (
    <Paper p="md" className={classes.card}>
      <Title order={4}>{template.name}</Title>
      <Text size="sm">{template.description}</Text>
      <Text size="sm" c="dimmed" data-figures>
        {counted(template.triggers, 'triggers')} · {counted(template.actions, 'actions')}
      </Text>
      {mayWrite ? (
        <div>
          <Button
            size="xs"
            variant="default"
            loading={busy}
            aria-label={`Use Template: ${template.name}`}
            onClick={() => void use()}
          >
            Use Template
          </Button>
        </div>
      ) : null}
    </Paper>
  )
}
