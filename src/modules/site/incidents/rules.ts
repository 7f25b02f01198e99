/** The four services of the status page. */
export const services = ['Web application', 'Database', 'Background jobs', 'Mail'] as const
export type Service = (typeof services)[number]

/** How far an incident is; the last one closes it. */
export const incidentStates = ['investigating', 'identified', 'monitoring', 'resolved'] as const
export type IncidentState = (typeof incidentStates)[number]

export const impacts = ['minor', 'major', 'maintenance'] as const

/** As the status page says it. */
export const stateWords: Record<IncidentState, string> = {
  investigating: 'Investigating',
  identified: 'Identified',
  monitoring: 'Fixed, monitoring',
  resolved: 'Resolved',
}
export const impactWords: Record<(typeof impacts)[number], string> = {
  minor: 'Partial outage',
  major: 'Major outage',
  maintenance: 'Planned maintenance',
}
