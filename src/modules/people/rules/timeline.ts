const stages: Record<string, string> = {
  new: 'New Leads',
  contacted: 'Contacted',
  qualified: 'Qualified',
  proposal: 'Proposal',
  closed: 'Closed',
}
const calls: Record<string, string> = {
  reached: 'Called, and reached them',
  voicemail: 'Called, and left a voicemail',
  no_answer: 'Called, no answer',
  wrong_number: 'Called a wrong number',
}

/** What an entry of the timeline says, from its type and the ids and states in it. */
export function sentenceOf(type: string, data: Record<string, unknown>): string {
  const text = (key: string) => (typeof data[key] === 'string' ? (data[key] as string) : '')
  switch (type) {
    case 'person.created':
      return 'Added to People'
    case 'person.imported':
      return 'Brought in by an import'
    case 'person.merged':
      return `Merged with ${text('name')}`
    case 'person.unmerged':
      return `No longer one with ${text('name')}: the merge was undone`
    case 'lead.created':
      return 'Put on the board'
    case 'lead.moved':
      return text('from') === text('to')
        ? `Closed as ${text('outcome')}`
        : `Moved from ${stages[text('from')] ?? text('from')} to ${stages[text('to')] ?? text('to')}${text('outcome') ? ` (${text('outcome')})` : ''}`
    case 'lead.call':
      return calls[text('outcome')] ?? 'Called'
    case 'call.out':
      return text('state') === 'completed' ? 'Called them by phone' : 'Called them, and did not reach them'
    case 'call.in':
      return data.missed === true ? 'Called us, and nobody answered' : 'Called us'
    case 'lead.email':
      return 'Wrote an e-mail'
    case 'form.submitted':
      return `Filled in “${text('form')}”`
    case 'form.family':
      return `Named on “${text('form')}” by their family`
    case 'campaign.sms':
      return `Was texted “${text('name')}”`
    case 'campaign.email':
      return `Was written “${text('name')}”`
    case 'message.in':
      return text('channel') === 'sms' ? 'Wrote to us by text' : 'Wrote to us by e-mail'
    case 'message.out':
      return text('channel') === 'sms' ? 'We wrote to them by text' : 'We wrote to them by e-mail'
    case 'task.done':
      return 'A task was finished'
    default:
      return type
  }
}

/** Where an entry leads, if anywhere. */
export function placeOf(type: string, data: Record<string, unknown>): string | null {
  const { formId, submissionId, campaignId } = data
  if (type === 'campaign.sms' && campaignId) return `/sms/${campaignId}`
  if (type === 'campaign.email' && campaignId) return `/dashboard/campaigns/${campaignId}`
  return type.startsWith('form.') && formId && submissionId
    ? `/dashboard/forms/${formId}?view=submissions&submission=${submissionId}`
    : null
}
