import members from '../data/team.json' with { type: 'json' }

export interface TeamMember {
  name: string
  role: string
  bio: string
  /** A file under `public`, and what it shows. */
  picture: { src: string; alt: string }
  linkedin: string
  twitter: string
}

/** Examples that operators replace with their own people: site/data/team.json and public/team. */
export const team: TeamMember[] = members
