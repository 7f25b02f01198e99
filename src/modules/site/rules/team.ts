import members from '../data/team.json' with { type: 'json' }

export interface TeamMember {
  name: string
  role: string
  bio: string
  linkedin: string | null
  twitter: string | null
}

/** The operator of this server puts in their own people: site/data/team.json. */
export const team: TeamMember[] = members
