import type { Audience, Tone } from './options.ts'

/** Sentences of the engine's own, with `{slots}`; none speaks of a person who doesn't exist. */
export const openings: Record<Tone, readonly string[]> = {
  inspirational: [
    'There are words that meet us on an ordinary morning and turn it into a beginning, and {passage} holds such words.',
    'Some passages are like a window in a dark house: you open them and the day comes in. {passage} is one of them.',
    'You may have come here tired today. {passage} was written for people who had reason to be tired, and it gave them hope.',
  ],
  educational: [
    'Today we read {passage} slowly, and ask of it three things: what it says, what it meant, and what it asks of us.',
    'Before we apply a passage we do well to hear it. So let us take {passage} word by word and see what is there.',
    'Our text is {passage}. We will follow its own order, because the order of a passage is part of its meaning.',
  ],
  conversational: [
    'Let me ask you something before we open our Bibles: when you hear the word “{theme}”, what comes to mind first?',
    'I would like us to sit down with {passage} this morning the way you sit down with a good friend who tells you the truth.',
    'If someone stopped you in the parking lot and asked what {theme} has to do with Monday, what would you say? {passage} gives us an answer.',
  ],
  passionate: [
    'Hear the word of God today as if it were spoken to you for the first time. {passage} does not whisper.',
    'There is nothing small about {passage}. It speaks of {theme}, and it wants all of us, not a corner of us.',
    'God has something to say to this church about {theme}, and he has said it in {passage}. Let us not leave here as we came.',
  ],
}

export const themeSentences: readonly string[] = [
  'Our theme is {theme}, and the passage comes at it from a side that we may not expect.',
  'When we speak of {theme} we often begin with ourselves; this text begins with God.',
  'Keep the word “{theme}” in mind while we read, and notice where the passage touches it.',
  'We are not the first to ask about {theme}. People of God have asked for as long as there have been people of God.',
]

export const bridges: readonly string[] = [
  'Let us read the next part and hear what it adds.',
  'The passage does not stop there.',
  'Now the text takes a step further.',
  'What follows belongs to what we have just heard.',
  'Read on, and the picture grows.',
]

export const repeated: readonly string[] = [
  'One word comes back here {count} times: “{word}”. What Scripture repeats, it wants us to remember.',
  'Count how often “{word}” appears in these verses, and you find it {count} times. That is where the weight lies.',
  'Listen for the word “{word}”, which these lines use {count} times, the way a song returns to its chorus.',
  'If you underline in your Bible, underline “{word}” in this part. You will have {count} lines on the page.',
]
export const commands: readonly string[] = [
  'There is something to do in {at}: “{text}”. It is short enough to carry with us through a week.',
  'The text does not only tell us something, it asks something. In {at} we read, “{text}”.',
  'Look at the verb in {at}: “{text}”. Faith here is not a feeling; it is a step.',
  'When {at} says “{text}”, it speaks to people who could do it that same day. So can we.',
]
export const promises: readonly string[] = [
  'Then comes a promise, and we should let it be one: “{text}” ({at}).',
  'Hold on to what {at} says will be: “{text}”. A promise is only as good as the one who makes it, and this one is God’s.',
  'Notice that {at} looks ahead: “{text}”. Hope in the Bible is never a guess.',
  'If you can take only one line home from this part, take the one that looks forward: “{text}” ({at}).',
]
export const contrasts: readonly string[] = [
  'Everything turns at a small word in {at}: “{text}”. Good news often begins where one would have expected an end.',
  'Mark the turn in {at}, where we read, “{text}”. Two ways are set before us, and they lead to different places.',
  'The text sets one thing against another in {at}: “{text}”.',
]
export const reasons: readonly string[] = [
  'We are told why, and the reason is worth as much as the command: “{text}” ({at}).',
  'Ask the passage for its reason, and {at} answers: “{text}”.',
  'This does not hang in the air. {at} gives the ground under it: “{text}”.',
]
export const questions: readonly string[] = [
  'There is a question in {at} that we should not answer too quickly: “{text}”',
  'Let the question in {at} stay with you for a moment: “{text}”',
]
export const names: readonly string[] = [
  'These verses have names in them: {names}. God’s dealings happen to people, in places one could visit.',
  'It is no accident that we hear of {names} here. The Bible tells its truth through lives.',
]

/** Said of a part when its own words have been pointed at. */
export const explanations: readonly string[] = [
  'Read it again slowly and you will notice that nothing in it is decoration.',
  'It would be easy to hurry past a sentence like this because we have heard it before.',
  'The first hearers had no page to look at. They heard it read aloud, and they had to remember it.',
  'We understand a passage best when we let its own words set the pace.',
  'Some of us hear comfort in these lines and some hear a challenge; the text has room for both.',
  'What is said here is said to a community, not to a lonely soul. We hear it together.',
  'It helps to ask of any passage what we learn about God before we ask what we learn about ourselves.',
  'Notice what the text does not say. It does not promise that this is easy.',
  'There is a quiet order in these verses: first what God does, then what we do.',
  'The words are plain, and plain words are often the hardest to escape.',
  'If a child asked you what this part means, you could answer in one sentence, and it is good to try.',
  'You could live for a long time with just this much of the Bible and not come to its end.',
  'We may read this as instruction, and it is. We may also read it as a gift.',
  'This is one of the places where the Bible is more honest about us than we are.',
  'Whatever else we say about this part, let us not make it smaller than it is.',
  'The passage trusts us to think, and there is something left for us to find.',
]

export const references: readonly string[] = [
  'The same voice speaks in {ref}.',
  'Scripture explains Scripture here; turn to {ref}.',
  'Set beside it what we read in {ref}.',
  'We hear an echo of this in {ref}.',
  'Someone else in the Bible says it in other words, in {ref}.',
  'Listen to {ref}, and you will hear how old this truth is.',
  'A cross-reference worth writing into the margin is {ref}.',
  'Compare {ref}, which sheds light on the line before us.',
  'This thread runs through the whole Bible. Follow it to {ref}.',
  'If you wonder whether this stands alone, read {ref}.',
  'The thought returns in {ref}.',
  'Here is how {ref} puts it.',
]
export const shared: readonly string[] = [
  'Both passages speak of “{word}”, and each makes the other clearer.',
  'The word “{word}” ties the two together.',
  'In both you find “{word}”, once here and once there, and the second hearing is never quite the first.',
  'It is again “{word}” that matters.',
]
export const unshared: readonly string[] = [
  'Other words, and the same God.',
  'The setting is another one, but the need is ours.',
  'Two witnesses agree, and that is how Scripture likes to establish a thing.',
  'One passage lays the stone and the other builds on it.',
  'Read next to each other, they keep us from hearing only half.',
  'What was said there to others is said here to us.',
]

export const stories: readonly string[] = [
  '[Your story here: when did you first learn what “{phrase}” means?]',
  '[Your story here: a time when {theme} cost you something.]',
  '[Your story here: someone from this congregation, with their permission, who has lived this.]',
  '[Your story here: a moment this week in which you would have needed these words.]',
  '[Your story here: something you saw as a child that you understand now.]',
]

export const applications: Record<Audience, readonly string[]> = {
  general: [
    'This week, take “{phrase}” with you and say it once each morning before you look at your phone.',
    'Think of one person to whom this part could be good news, and find a way to tell them before Sunday.',
    'Choose one habit that would be different if you believed this, and begin with it tomorrow.',
    'Write {ref} on a card and put it where you wash the dishes or park the car.',
    'Ask someone in your house what these verses stir in them, and only listen.',
    'If there is something to put right after hearing this, put it right before the day is over.',
  ],
  youth: [
    'At school on Monday nobody will read {ref} to you, so decide today what you will do with it.',
    'Text one friend the words “{phrase}” and tell them why they mattered to you.',
    'You do not have to be older to live this; Scripture has never waited for anyone to grow up first.',
    'When everyone around you says something else, remember what {ref} says.',
    'Pick one thing you scroll past every day and let this passage question it.',
    'Find one adult in this church and ask them whether they have found this to be true.',
  ],
  seekers: [
    'If you are not sure what you believe, take {ref} home and read it as a question put to you.',
    'You do not need to have it all worked out to act on “{phrase}”. Try it for a week and see.',
    'Nobody here was born believing this. Ask one of us how it came about.',
    'Doubt is welcome in this room; so is the honest attempt to live as if this were true.',
    'Come back with what you object to. A passage like this can bear objections.',
    'Say this in your own words to God, even if you are not certain that he is listening.',
  ],
  families: [
    'Read {ref} at the table this week and let the youngest say what they heard.',
    'Children learn “{phrase}” less from what we say than from what they see us do when we are tired.',
    'Choose one evening without screens and ask each other where this passage was needed today.',
    'Let your children hear you ask for forgiveness, and they will know that you mean this.',
    'Pray it over one another at the door before everyone leaves in the morning.',
    'Draw it, sing it, or write it in chalk on the driveway; these words are meant to be in a home.',
  ],
  seniors: [
    'You have lived long enough to have seen this come true; tell someone younger how.',
    'There is no retirement from “{phrase}”, only another place to live it.',
    'Call one person this week who is more alone than you are, and read {ref} to them.',
    'What you can no longer do with your hands, you can do on your knees.',
    'Put one story of how God has kept this promise on paper, and give it to a grandchild or to this church.',
    'The years that remain are not left over. They are given.',
  ],
  leaders: [
    'Before you ask anyone else to live “{phrase}”, ask what it would change in how you lead.',
    'Begin your next meeting with {ref}, and let there be silence after it.',
    'Look at your calendar and see whether it agrees with this passage.',
    'Those who serve with you need to hear that this is for them too, and not only through them.',
    'Thank one volunteer by name this week for living what this part describes.',
    'Hand something over that you have held too tightly, and let this text tell you why.',
  ],
}

export const closings: Record<Tone, readonly string[]> = {
  inspirational: [
    'So lift up your heads. What God begins in {passage}, he brings to its end.',
    'Go from here lighter than you came. The words of {passage} go with you.',
  ],
  educational: [
    'Let us gather up what we have seen in {passage}, because what is gathered is remembered.',
    'We have followed {passage} from its first line to its last. What remains is to do it.',
  ],
  conversational: [
    'So what will you tell the person who asks you on Monday? Perhaps simply this, from {passage}.',
    'We could talk about {passage} for a long time, and I hope you will, over lunch, with someone you love.',
  ],
  passionate: [
    'Do not leave {passage} on the chair when you get up. Take it with you, and let it burn.',
    'This is the day to answer. {passage} has spoken, and it will not be satisfied with a nod.',
  ],
}
export const endings: readonly string[] = [
  'If you remember one sentence from today, let it be this one.',
  'The passage has asked something of each of us, and each of us knows what it is.',
  'God is not finished with us, and this text is how we know.',
  'May it be said of this church that we heard these words and did them.',
]

export const prayers: readonly string[] = [
  'Lord our God, you have spoken to us through {passage}. We thank you that your word is still alive.',
  'Father, what we have heard today about {theme} is more than we can do on our own. Help us.',
  'Forgive us where we have heard and not done, known and not loved.',
  'Where we are afraid, let these words be stronger than our fear. Where we are proud, let them make us small enough to receive.',
  'Be near to those who could not be here, who are ill, who grieve, and who have nobody to pray for them.',
  'Send us out now as people who have been given something to give. In the name of Jesus Christ. Amen.',
]

export const discussion: readonly string[] = [
  'What stood out to you when you heard {passage} read aloud?',
  'Which word or line would you underline, and why?',
  'What do these verses tell us about God?',
  'Where does this passage comfort you, and where does it trouble you?',
  'What would change in your week if you lived by “{phrase}”?',
  'Who needs to hear this from you, and how could you say it kindly?',
]

/** Verses that bless, as they are stored. */
export const benedictions = [
  'Numbers 6:24-26',
  '2 Corinthians 13:14',
  'Jude 24-25',
  'Hebrews 13:20-21',
  'Romans 15:13',
] as const
