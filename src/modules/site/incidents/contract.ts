import { z } from 'zod'
import { moment } from '#clients/rules/dates.ts'
import { anonymous, house, Id, Instant, line, Nothing, prose, resource, Version } from '#kernel/contract.ts'
import { impacts, incidentStates, services } from './rules.ts'

const Told = z.object({ id: Id, state: z.enum(incidentStates), words: z.string(), at: Instant })

export const Incident = z.object({
  id: Id,
  title: z.string(),
  impact: z.enum(impacts),
  state: z.enum(incidentStates),
  services: z.array(z.enum(services)),
  startedAt: Instant,
  resolvedAt: Instant.nullable(),
  /** Newest first. */
  updates: z.array(Told),
  version: Version,
})
export type Incident = z.infer<typeof Incident>

const facts = {
  title: line(160).pipe(z.string().min(1, 'Please describe the problem')),
  impact: z.enum(impacts),
  services: z
    .array(z.enum(services))
    .min(1, 'Please choose the affected services')
    .transform(chosen => services.filter(service => chosen.includes(service))),
  startedAt: moment(),
}
const told = {
  state: z.enum(incidentStates),
  words: prose(5_000).pipe(z.string().min(1, 'Please enter an update')),
}
export const NewIncident = z.object({ id: Id, ...facts, startedAt: facts.startedAt.optional(), ...told })
export type NewIncident = z.infer<typeof NewIncident>
export const IncidentChange = z.object(facts).partial().extend({ id: Id, version: Version })
export type IncidentChange = z.infer<typeof IncidentChange>
/** Ids are made by the form, so that two clicks say it once. */
export const NewUpdate = z.object({ id: Id, updateId: Id, ...told })
export type NewUpdate = z.infer<typeof NewUpdate>

const many = z.object({ items: z.array(Incident) })

/** What goes wrong in this server, told on the status page. */
export const incidents = resource(
  '/incidents',
  {
    list: house.input(Nothing).output(many),
    create: house.input(NewIncident).output(Incident),
    update: house.input(IncidentChange).output(Incident),
    postUpdate: house.input(NewUpdate).output(Incident),
    remove: house.input(z.object({ id: Id })).output(Nothing),
    /** For the status page: what is open, and what was in the last 90 days. */
    history: anonymous.input(Nothing).output(many),
  },
  {
    list: 'List incidents',
    create: 'Open an incident',
    update: 'Update an incident',
    postUpdate: 'Add an update to an incident',
    remove: 'Delete an incident',
    history: 'List the updates of an incident',
  },
  ['history'],
)
