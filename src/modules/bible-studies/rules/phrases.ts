import type { Audience } from './options.ts'

/**
 * Questions and sentences of the engine, with `{slots}`; each question stands on the verse in `{at}`. Quotation marks are for
 * words of the Bible alone: the verifier takes them at their word.
 */
export const descriptions: readonly string[] = [
  'A study of {passage} in {minutes} minutes, with every answer in the text.',
  'In {minutes} minutes the group reads {passage}, asks what it says, and takes something of it home.',
  '{minutes} minutes with {passage}: reading, asking and answering from the verses themselves.',
]
export const welcomes: readonly string[] = [
  'Welcome, and thank you for making time for {passage}. We read slowly, we ask plain questions, and nobody has to know the answer beforehand.',
  'Today we open {passage}. Everyone may say what they see; the text will correct us where it needs to.',
  'We come to {passage} as readers who expect to find something. Questions are as welcome as answers.',
]
export const welcomeNotes: readonly string[] = [
  'Begin on time, pray briefly, and let someone read the passage aloud. A second reader with another translation helps.',
  'Make sure that everyone can see the text. Ask for volunteers to read, and let anyone pass.',
  'Say at the start how long the group meets, and keep to it.',
]
export const icebreakers: Record<Audience, readonly string[]> = {
  general: [
    'Our title today is: {title}. What comes to mind first? Then listen for it in {at}.',
    'Which word of {at} would you like to understand better by the end of today?',
    'What has this week been like for you, and what do you hope to hear in {at}?',
  ],
  youth: [
    'Our title today is: {title}. If it were a song, what would it sound like? Hear {at} and say whether it fits.',
    'What would your friends at school say if you read them {at}?',
    'Which word of {at} would you put on a T-shirt, and why?',
  ],
  seekers: [
    'Have you read anything from the Bible before? What do you expect of {at}?',
    'Our title today is: {title}. What questions does it bring up? Keep them in mind for {at}.',
    'What would have to be true for {at} to matter to you?',
  ],
  families: [
    'Let the youngest who can read begin with {at}. What did everyone hear?',
    'Our title today is: {title}. What does it look like at your kitchen table? Look for it in {at}.',
    'Which picture would you draw for {at}?',
  ],
  seniors: [
    'Our title today is: {title}. What did it mean to you at twenty, and what today? Listen to {at}.',
    'Do you remember hearing {at} before? Where was it?',
    'Which word of {at} has carried you through the years?',
  ],
  leaders: [
    'Our title today is: {title}. Where does it meet you in the people you serve? Have them in mind when you hear {at}.',
    'What would change in our meetings if {at} were read at the start of each?',
    'What do you find hardest to pass on to others from {at}?',
  ],
}

export const contextIntros: readonly string[] = [
  'To hear a passage well, we ask where it belongs.',
  'Every passage has neighbors. Before we look at ours, we look around it.',
  'A letter, a song and a story are read differently, so we ask what we have in our hands.',
]
export const contextQuestions: readonly string[] = [
  'How does {at} begin, and what does this tell you about what came before?',
  'Who speaks or writes in {at}, and to whom?',
  'What kind of writing is {at}: a story, a song, a letter, a law? How can you tell?',
  'What had the first hearers of {at} just been through?',
]
export const contextNotes: readonly string[] = [
  'Keep this part short. Its purpose is to open the passage, not to replace it.',
  'Read aloud the verses just before the passage if the group does not know them.',
  'If nobody can answer, look at the first words of the passage together.',
]

export const observationIntros: readonly string[] = [
  'Now we look. What does the text say, in so many words? What it means can wait.',
  'Read the passage once more, with a pencil. Mark words that come back, commands, promises and names.',
  'The question of this part is simple: what does the text say?',
]
export const observationNotes: readonly string[] = [
  'Send every answer back to the verse: “Where do you see that?” Wait through the silence; it is work.',
  'Collect observations before anyone explains. Short answers are good answers here.',
  'When someone begins to apply the text, thank them and ask them to hold the thought.',
]
export const repeatedQuestions: readonly string[] = [
  'The word “{word}” comes {count} times. Find each place, beginning with {at}. What do you learn at each?',
  'Mark “{word}” in the text; you should find it {count} times. What does {at} say with it?',
]
export const commandQuestions: readonly string[] = [
  'What are the hearers told to do in {at}? Say it in your own words.',
  'Find the command in {at}. Who is to do it, and when?',
]
export const promiseQuestions: readonly string[] = [
  'What does {at} say will be? Who will bring it about?',
  'Find what {at} looks forward to. To whom is it said?',
]
export const contrastQuestions: readonly string[] = [
  'What two things are set against each other in {at}?',
  'In {at} the text turns. What is on either side of the turn?',
]
export const reasonQuestions: readonly string[] = [
  'What reason does {at} give, and for what?',
  'Find the small word that introduces a reason in {at}. What does it explain?',
]
export const askedQuestions: readonly string[] = [
  'A question is asked in {at}. Who asks it, and is it answered?',
  'Which answer does the question in {at} expect?',
]
export const nameQuestions: readonly string[] = [
  'Who is named here ({names})? What does {at} tell us about one of them?',
  'Which people or places are named, beginning with {at}, and what happens with them?',
]
/** For any verse. */
export const looks: readonly string[] = [
  'What do you learn about God from {at}?',
  'What does {at} say about people?',
  'Which word of {at} carries the weight?',
  'Who does something in {at}, and what is it?',
  'What picture or comparison, if any, does {at} use?',
  'What would be missing if {at} were left out?',
  'Read {at} aloud and stress another word each time. What do you notice?',
  'What in {at} surprises you?',
  'Say {at} in one sentence of your own.',
  'How is {at} joined to the verse beside it?',
  'What feeling do you hear in {at}?',
  'When and where does what {at} speaks of take place?',
]

export const interpretationIntros: readonly string[] = [
  'Now we ask why. What did this mean for those who heard it first, and how does the rest of the Bible help?',
  'We have seen what the text says. What does it mean?',
  'Scripture explains Scripture. We set our passage beside others and listen to both.',
]
export const interpretationNotes: readonly string[] = [
  'There may be more than one good answer. Ask for the reason that the text itself gives.',
  'If the group disagrees, write both readings down and go on; agreement is not the aim.',
  'Where a question goes beyond the passage, say so, and offer to come back to it.',
]
export const whyQuestions: readonly string[] = [
  'Why does {at} say “{text}”? Look for the reason in the verse or beside it.',
  'What would be lost if “{text}” were not in {at}?',
  'What does “{text}” mean in {at}, and what does it not mean?',
]
export const compareQuestions: readonly string[] = [
  'Compare {ref}. What does it add to {at}?',
  'Read {ref}. Where do you hear the same thought as in {at}, and where is it different?',
  'How does {ref} help you understand {at}?',
  'What do {ref} and {at} have in common?',
]
export const meanings: readonly string[] = [
  'What does {at} tell us about why God acts as he does?',
  'How would the first hearers have understood {at}?',
  'What is hard to accept in {at}, and why?',
  'Explain {at} to someone who has never read it. What do you have to say first?',
  'What does {at} take for granted?',
  'How does {at} fit with what you know of Jesus?',
  'Which misunderstanding of {at} can you imagine, and what in the verse speaks against it?',
  'Why do you think {at} was kept and handed on?',
  'What question does {at} answer?',
  'If {at} is true, what else must be true?',
]

export const applicationIntros: readonly string[] = [
  'A passage is understood when it is lived. What does this one ask of us, this week?',
  'We take something home: for the head, for the heart and for the hands.',
  'Ask of the passage: is there a sin to leave, a promise to hold, an example to follow, a command to obey, something to know?',
]
export const applicationNotes: readonly string[] = [
  'Ask for one concrete step, with a day. Nobody has to share; what is shared stays in the room.',
  'Close in prayer with the words of the passage. Ask next time how the steps went.',
  'Leave time for silence before the last question.',
]
export const reflections: readonly string[] = [
  'Where does {at} touch your life just now?',
  'What in {at} is hard for you to believe?',
  'Is there a promise in {at} that you need? What would change if you trusted it?',
  'Which part of {at} would you like to remember when you lie awake?',
  'What does {at} show you about yourself?',
  'When have you seen something of {at} in someone else?',
  'What fear or hope does {at} speak to?',
]
export const steps: Record<Audience, readonly string[]> = {
  general: [
    'What will you do differently by Sunday because of {at}? Name one thing.',
    'Whom could you tell about {at} this week, and how would you say it?',
    'Is there something in {at} to leave behind, and something to take up?',
    'How could our church live {at} together?',
    'What would you like to pray after reading {at}?',
    'Which habit would help you keep {at} in mind?',
  ],
  youth: [
    'What does {at} look like at school on Monday?',
    'What would you post, or not post, because of {at}?',
    'Who of your friends needs {at}, and how could you show it without words?',
    'Pick one thing from {at} to try for three days. What is it?',
    'What would you like to ask God after {at}?',
    'What could our group do together because of {at}?',
  ],
  seekers: [
    'If you tried to live by {at} for one week, where would you begin?',
    'What would you ask God about {at} if you could?',
    'What holds you back from trusting {at}?',
    'With whom could you talk about {at}?',
    'What would you like to read next to understand {at}?',
    'What is one honest sentence you could pray after {at}?',
  ],
  families: [
    'What can our home do this week because of {at}?',
    'Which words of {at} shall we say together at meals?',
    'Who in our street should feel something of {at}?',
    'How could we show {at} to each other when we are tired?',
    'What shall we stop doing because of {at}?',
    'What shall we pray together after {at}?',
  ],
  seniors: [
    'To whom would you like to pass on {at}, and how?',
    'What in {at} is a comfort for the years ahead?',
    'Which step of {at} is still open for you?',
    'For whom will you pray with the words of {at} this week?',
    'How can those who are alone hear {at} from us?',
    'What would you tell your younger self about {at}?',
  ],
  leaders: [
    'What in our ministry has to change because of {at}?',
    'Whom will you encourage with {at} this week?',
    'Where do you ask of others what {at} asks of you?',
    'What decision that lies before us does {at} speak to?',
    'How will you keep time for {at} in a full week?',
    'What shall our team pray with {at}?',
  ],
}

export const partIntros: readonly string[] = [
  'The Bible comes back to this more than once.',
  'Here are words from other pages on the same subject.',
  'Read these slowly, and hear what each adds.',
  'We take a step to the side and listen to other voices.',
]
/** What some words mean, for those who are new to them. */
export const terms: Record<string, string> = {
  grace: 'kindness that nobody has earned',
  mercy: 'help for those who deserve something else',
  faith: 'trust in someone, here in God',
  sin: 'what separates us from God and from one another',
  righteousness: 'being right with God, and doing what is right',
  covenant: 'a promise that binds two parties to each other',
  gospel: 'good news',
  salvation: 'being rescued',
  repent: 'to turn around',
  holy: 'set apart for God',
  glory: 'the weight and brightness of who God is',
  christ: 'the anointed one, in Hebrew Messiah',
  spirit: 'God present and at work in us',
  law: 'the instruction that God gave to Israel',
  prophet: 'someone who speaks for God',
  disciple: 'someone who learns by going along',
  apostle: 'someone who is sent',
  kingdom: 'where God’s will is done',
  redeem: 'to buy free',
  justified: 'declared to be in the right',
  blessed: 'happy, because God is near',
  hosts: 'armies, here those of heaven',
  flesh: 'human nature in its weakness',
  church: 'those whom God has called together',
  baptized: 'washed with water in the name of God',
  wisdom: 'skill in living well',
  heart: 'the center of a person, where one thinks and decides',
  soul: 'the whole living person',
  zion: 'the hill of Jerusalem, and the people of God',
  pharisees: 'teachers who took the law very seriously',
}
