import type { ChurchDay, Season } from '#church-year/rules/seasons.ts'

interface Material {
  ideas: readonly string[]
  verses: readonly string[]
}

/** What a church can say on a day, by season and by feast. */
const bySeason: Record<Season, Material> = {
  advent: {
    ideas: [
      'Share a photo of the Advent wreath and ask what people wait for',
      'Post the Sunday reading with one question for the dinner table',
      'Invite neighbors to the Christmas services, with times and where to park',
    ],
    verses: ['Isaiah 9:2', 'Isaiah 40:3', 'Luke 1:78-79', 'Psalm 130:5'],
  },
  christmas: {
    ideas: [
      'Thank the volunteers of the Christmas services by name of their team',
      'Share a carol with its story',
      'Ask what people take with them from Christmas into the new year',
    ],
    verses: ['Luke 2:10-11', 'John 1:14', 'Isaiah 9:6', 'Galatians 4:4-5'],
  },
  epiphany: {
    ideas: [
      'Tell where your church has seen light this month',
      'Introduce a ministry that reaches people outside your walls',
      'Invite people to a small group that begins now',
    ],
    verses: ['Isaiah 60:1', 'Matthew 5:14-16', 'John 8:12', 'Psalm 27:1'],
  },
  'pre-lent': {
    ideas: [
      'Explain what Lent is, in three sentences',
      'Ask what people want to make room for',
      'Announce the Lenten series with its dates',
    ],
    verses: ['Joel 2:12-13', 'Psalm 51:10', 'Matthew 6:33'],
  },
  lent: {
    ideas: [
      'Share a short prayer for each week of Lent',
      'Invite people to one act of service this week, with a date',
      'Ask a member to tell what prayer looks like on a busy day',
    ],
    verses: ['Psalm 51:10-12', 'Joel 2:13', 'Isaiah 58:6-7', 'Mark 8:34'],
  },
  easter: {
    ideas: [
      'Share a story of hope from your church, with permission',
      'Post a song of Easter and say why you sing it',
      'Invite those who came at Easter to what comes next',
    ],
    verses: ['1 Corinthians 15:20', 'John 20:18', '1 Peter 1:3', 'Romans 6:4'],
  },
  ordinary: {
    ideas: [
      'Show an ordinary weekday at your church',
      'Answer a question that newcomers often ask',
      'Invite people to Sunday, with one reason to come',
    ],
    verses: ['Psalm 100:4-5', 'Colossians 3:16', 'Micah 6:8', 'Galatians 6:9'],
  },
}

const byFeast: Record<string, Material> = {
  christmas_eve: {
    ideas: [
      'Post the times of tonight’s services, the door to use and the stream',
      'Share the Christmas Gospel in a few sentences',
      'Write to those who are alone tonight and say where they are welcome',
    ],
    verses: ['Luke 2:7', 'Isaiah 9:2', 'Luke 2:14'],
  },
  christmas_day: {
    ideas: [
      'Share one line of the Gospel and nothing else',
      'Thank everyone who served',
      'Ask for a photo of your table',
    ],
    verses: ['John 1:14', 'Luke 2:10-11', 'Titus 3:4-5'],
  },
  epiphany: {
    ideas: [
      'Tell the story of the wise men in your own words',
      'Offer to bless people’s homes',
      'Ask what star people follow',
    ],
    verses: ['Matthew 2:10-11', 'Isaiah 60:1-3'],
  },
  ash_wednesday: {
    ideas: [
      'Post the times of the services with ashes',
      'Say what the ashes mean, in plain words',
      'Share a plan of readings for forty days',
    ],
    verses: ['Genesis 3:19', 'Joel 2:12-13', 'Psalm 51:17'],
  },
  palm_sunday: {
    ideas: [
      'Show children with palms, with their parents’ consent',
      'Post the plan of Holy Week',
      'Ask what “Hosanna” means',
    ],
    verses: ['Mark 11:9-10', 'Zechariah 9:9'],
  },
  maundy_thursday: {
    ideas: ['Invite people to the table tonight', 'Share the command to love one another', 'Show hands that serve'],
    verses: ['John 13:34-35', '1 Corinthians 11:23-24'],
  },
  good_friday: {
    ideas: [
      'Keep silence, or share one verse',
      'Post the time of the service of the cross',
      'Leave out all promotion today',
    ],
    verses: ['Isaiah 53:5', 'John 19:30', 'Luke 23:34'],
  },
  easter: {
    ideas: [
      'Post “Christ is risen” with the times of today’s services',
      'Share a photo of the sunrise or the lilies',
      'Welcome guests and say how to meet you next week',
    ],
    verses: ['Mark 16:6', 'Luke 24:5-6', '1 Corinthians 15:20'],
  },
  ascension: {
    ideas: [
      'Say in one sentence what the day means',
      'Share a photo of the sky over your church',
      'Invite to the prayer before Pentecost',
    ],
    verses: ['Acts 1:8', 'Luke 24:51'],
  },
  pentecost: {
    ideas: ['Ask people to wear red', 'Share the verse in every language of your church', 'Tell how your church began'],
    verses: ['Acts 2:4', 'Joel 2:28', 'Galatians 5:22-23'],
  },
  thanksgiving: {
    ideas: [
      'Ask what people are thankful for',
      'Invite to the food drive, with what is needed',
      'Thank a team that nobody sees',
    ],
    verses: ['Psalm 100:4', '1 Thessalonians 5:18', 'Psalm 136:1'],
  },
}

/** At least three ideas and one verse for any day; those of its feasts come first. */
export function ideasFor({ season, observances }: Pick<ChurchDay, 'season' | 'observances'>): Material {
  const feasts = observances.flatMap(({ id }) => byFeast[id] ?? [])
  const own = [...feasts, bySeason[season]]
  return {
    ideas: [...new Set(own.flatMap(({ ideas }) => ideas))].slice(0, 6),
    verses: [...new Set(own.flatMap(({ verses }) => verses))].slice(0, 4),
  }
}
/** Every verse that is proposed, for a test that each exists. */
export const allVerses = [...Object.values(bySeason), ...Object.values(byFeast)].flatMap(({ verses }) => verses)
