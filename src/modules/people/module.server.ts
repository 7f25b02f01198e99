import { defineServerModule, seed, webhookEvent } from '#kernel/server-modules.ts'
import { audience } from './audience/contract.ts'
import { careHolds } from './care-holds/contract.ts'
import { consents } from './consents/contract.ts'
import { people } from './contract.ts'
import { duplicates } from './duplicates/contract.ts'
import { duplicatesRouter } from './duplicates/router.ts'
import { scanForDuplicates } from './duplicates/service/duplicate-scan.ts'
import { personChanged, personCreated, personTagged, taskDone } from './events.ts'
import { personFields } from './fields/contract.ts'
import { households } from './households/contract.ts'
import * as jobs from './jobs.ts'
import { groups, tags } from './labels/contract.ts'
import { merges } from './merging/contract.ts'
import { personMerged } from './merging/events.ts'
import * as merging from './merging/jobs.ts'
import { mergesRouter } from './merging/router.ts'
import { keptOf } from './merging/service.ts'
import { notes, timeline } from './notes/contract.ts'
import {
  audienceRouter,
  careHoldsRouter,
  consentsRouter,
  groupsRouter,
  householdSuggestionsRouter,
  householdsRouter,
  notesRouter,
  peopleRouter,
  personFieldsRouter,
  segmentsRouter,
  tagsRouter,
  tasksRouter,
  timelineRouter,
} from './router.ts'
import { seedPeople } from './seed.ts'
import { segments } from './segments/contract.ts'
import { peopleFigures, peopleSubjects } from './service/account-figures.ts'
import { countContacts, countEmailContacts } from './service/limit-counters.ts'
import { peopleActions, peopleTriggers } from './service/workflow-pieces.ts'
import { householdSuggestions } from './suggestions/contract.ts'
import { tasks } from './tasks/contract.ts'

export default defineServerModule({
  name: 'people',
  workflowTriggers: peopleTriggers,
  workflowActions: peopleActions,
  accountFigures: peopleFigures,
  auditSubjects: peopleSubjects,
  limitCounters: { contacts: countContacts, emails: countEmailContacts },
  contract: {
    people,
    personFields,
    tags,
    groups,
    households,
    segments,
    audience,
    householdSuggestions,
    notes,
    timeline,
    tasks,
    duplicates,
    merges,
    consents: consents,
    careHolds,
  },
  router: {
    people: peopleRouter,
    personFields: personFieldsRouter,
    tags: tagsRouter,
    groups: groupsRouter,
    households: householdsRouter,
    segments: segmentsRouter,
    audience: audienceRouter,
    householdSuggestions: householdSuggestionsRouter,
    notes: notesRouter,
    timeline: timelineRouter,
    tasks: tasksRouter,
    duplicates: duplicatesRouter,
    merges: mergesRouter,
    consents: consentsRouter,
    careHolds: careHoldsRouter,
  },
  jobs: [jobs, merging],
  seed: [
    seed({
      name: 'people',
      run: async (ctx, demo) => {
        demo.personIds = await seedPeople(ctx, { count: 240, userIds: demo.userIds })
      },
    }),
    seed({ name: 'duplicates', after: ['forms', 'chat', 'campaigns'], run: scanForDuplicates }),
  ],
  webhookEvents: {
    'person.created': webhookEvent({
      event: personCreated,
      summary: 'A person was added',
      read: ['people', 'get'],
      input: ({ personId }) => ({ id: personId }),
    }),
    'person.tagged': webhookEvent({
      event: personTagged,
      summary: 'A tag was put on a person, or taken off',
      read: ['people', 'get'],
      input: ({ personId }) => ({ id: personId }),
      details: ({ tagId, isAdded }) => ({ tagId, isAdded }),
    }),
    'person.changed': webhookEvent({
      event: personChanged,
      summary: 'Fields of a person were changed',
      read: ['people', 'get'],
      input: ({ personId }) => ({ id: personId }),
      details: ({ fields }) => ({ fields }),
    }),
    'person.merged': webhookEvent({
      event: personMerged,
      summary: 'Two people were merged',
      read: ['people', 'get'],
      input: async ({ mergeId }, ctx) => {
        const keptId = await keptOf(ctx, mergeId)
        return keptId ? { id: keptId } : null
      },
      details: ({ mergeId }) => ({ mergeId }),
    }),
    'task.done': webhookEvent({
      event: taskDone,
      summary: 'A task was completed',
      read: ['tasks', 'get'],
      input: ({ taskId }) => ({ id: taskId }),
    }),
  },
})
