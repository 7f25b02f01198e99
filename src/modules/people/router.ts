import { expose } from '#kernel/expose.ts'
import { audience } from './audience/contract.ts'
import * as audiences from './audience/service.ts'
import { careHolds } from './care-holds/contract.ts'
import * as holds from './care-holds/service.ts'
import { consents } from './consents/contract.ts'
import * as yesVerbs from './consents/service.ts'
import { people } from './contract.ts'
import { personFields } from './fields/contract.ts'
import { setField } from './fields/service/field-values.ts'
import * as fieldVerbs from './fields/service.ts'
import { households } from './households/contract.ts'
import * as home from './households/service.ts'
import { groups, tags } from './labels/contract.ts'
import * as labels from './labels/service.ts'
import { notes, timeline } from './notes/contract.ts'
import * as words from './notes/service.ts'
import { segments } from './segments/contract.ts'
import * as segmentVerbs from './segments/service.ts'
import { exportCsv } from './service/export.ts'
import { exportCards } from './service/export-cards.ts'
import * as lists from './service/list.ts'
import * as service from './service.ts'
import { householdSuggestions } from './suggestions/contract.ts'
import * as near from './suggestions/service/match-suggestions.ts'
import * as suggestions from './suggestions/service.ts'
import { tasks } from './tasks/contract.ts'
import * as work from './tasks/service.ts'

export const peopleRouter = expose(people, {
  ...service,
  ...lists,
  matches: near.suggestMatches,
  setField,
  export: exportCsv,
  cards: exportCards,
})
export const personFieldsRouter = expose(personFields, fieldVerbs)
export const tagsRouter = expose(tags, {
  list: labels.listTags,
  create: labels.createTag,
  update: labels.updateTag,
  remove: labels.removeTag,
})
export const groupsRouter = expose(groups, {
  list: labels.listGroups,
  create: labels.createGroup,
  update: labels.updateGroup,
  remove: labels.removeGroup,
})
export const householdsRouter = expose(households, { ...home, join: home.joinHousehold, leave: home.leaveHousehold })
export const householdSuggestionsRouter = expose(householdSuggestions, suggestions)
export const notesRouter = expose(notes, {
  list: words.listNotes,
  create: words.createNote,
  update: words.updateNote,
  remove: words.removeNote,
  restore: words.restoreNote,
})
export const timelineRouter = expose(timeline, { list: words.listTimeline })
export const tasksRouter = expose(tasks, work)
export const segmentsRouter = expose(segments, { ...segmentVerbs, export: segmentVerbs.exportCsv })
export const audienceRouter = expose(audience, { breakdown: audiences.breakdown, people: audiences.peopleBehind })
export const consentsRouter = expose(consents, {
  of: yesVerbs.listConsents,
  add: yesVerbs.recordConsent,
  addMany: yesVerbs.recordConsents,
  withdraw: yesVerbs.withdrawConsent,
})
export const careHoldsRouter = expose(careHolds, { of: holds.of, start: holds.start, lift: holds.lift })
