import type { Language } from './opt-out-language.ts'
import { oneOf } from './opt-out-words.ts'

const me = oneOf(
  `me, us, this (phone |cell |mobile )?(number|phone|cell), this #, my (phone |cell |mobile |telephone |old )?(number|phone|cell|#|info|information|contact|name|contact info|details|digits), our (phone |cell )?(numbers?|names?|family|household|info|phone), my (husband|wife|mom|mother|dad|father|son|daughter)'?s (number|phone|cell), both of us, my number and my (wife|husband)'?s, the number, number, him, her, name`,
)
const send = oneOf(
  `te?xting, txting, txt(in|ng)?, texting, messaging, msging, messageing, contacting, writing( to)?, spamming, bothering, harassing, bugging, hounding, blowing up, pestering, annoying, hitting up, pinging, soliciting, reaching out( to)?`,
)
const sends = oneOf(
  `te?xt, txt, message, msg, contact, write( to)?, spam, bother, send, bug, harass, notify, disturb, reach out to, solicit`,
)
const want = oneOf(`want, wanna, wish, need, like, care, would like, intend, wanting`)
const dont = oneOf(
  `don'?t, do not, dont, donot, did ?n'?t, never, no longer, not, doesn'?t, do no, nolonger, don t, rather not, prefer not, would not, wouldn'?t`,
)
const get = oneOf(
  `get(ting)?, receiv(e|ing), recieve, recieving, have, see(ing)?, be( on| in| getting| receiving| sent)?, hear(ing)?( from you)?, keep getting`,
)

export const english: Language = {
  stop: oneOf(
    `stop, stopp+, stopall, stop all, stahp, unsubscribe, unsubscribed, unsub, unsubscibe, unsubcribe, unsuscribe, unsubscrib, unsubscribe me, unsub me, un subscribe, opt ?-?out, opting out, opted out, opt me out, opt us out, quit, revoke, stop it, stop this, stop that, stop plz, st0p, cease, cease and desist, desist, discontinue, remove, remove me, remove us, delete me, take me off, take us off, knock it off, cut it out, no more, quit it, enough`,
  ),
  weak: oneOf('end, cancel, end it, cancel it, delete, off, spam, block, exit, no text, erase'),
  lead: oneOf(`i think, i believe, i guess, looks like, it looks like, maybe, perhaps, yet, i really, umm?, uh, hi, hello, hey, hi there, ok, okay, well, yes, no, nah, and, so, but, oh, yeah, ugh, then, again, now, also, good (morning|afternoon|evening), dear (pastor|friends|church|sir|all), greetings, please, pls, plz, kindly, just, seriously, sorry, thanks, thank you, lol, omg, for the (last|second|third|2nd|3rd|fourth|4th|hundredth) time,
    can (you|u|someone|somebody|i|we|y'?all), could (you|u|someone|somebody|i|we|y'?all), would (you|u|someone|somebody)( mind)?, will (you|u|someone)( people| guys)?, you (need|have|must|should|can)( to)?, (you )?must, make (it|this|them|these( texts)?), i (just |really )?(want|need|would like|wish|wanna)( you| to| u| for you)*( to)?, i'?d (like|love|prefer|rather|appreciate it if you)( you| to| would| could)*, we (want|need|would like|wish)( you| to)*, we'?d (like|prefer)( you| to)*, i('m| am| was| have been)? (asking|asked|begging|telling|told|said|requesting|texted|replied|typed|sent|wrote)( you| u| y'?all| them| people)*( again| before| already| to| twice)*, i'?ve (asked|told|said)( you)*( to| twice| before| already| three times| many times)*, we (asked|said|told)( you)*( to| already)*,
    how (do|can|would|could) (i|we|you)( get (you|these|this|them))?( to)?, how to, where (do|can) i, (is there )?a way to, i am asking (you )?to, asking (you )?to, (my|our) (wife|husband) (wants|asked|would like)( you| to| me)*, (i )?said( to)?, let me, help me, time to, (i |we )?(just )?(need|want|wish|would like|would love) to, i choose to, i wish to, wish to, want to, want you to, trying to, i am trying to, i'?m trying to, i tried to, reply, replying, text, txt, type, typing, the answer is, my answer is, feel free to, it'?s time to, we'?re asking you to, go ahead and, if (you|u) (don'?t|do not)?,
    you (guys|people|all)?, guys, folks, u, y'?all, people, someone, pastor, sir, ma'?am, friends, everyone, everybody`),
  subject: oneOf(
    `i, we, i'?m, i am, we'?re, we are, i'?ve, i have, i'?d, he, she, my (wife|husband|mom|mother|dad|son|daughter)`,
  ),
  heads: [
    [
      'plain',
      `${oneOf('stop, quit, cease, discontinue, end, halt, refrain from, no more, done with, enough with, enough of, cut out')} (?:(?:with|the|your|all|of|this|me|please|these) )*${send}(?: ${me})?`,
    ],
    ['open', `(?:please )?(?:stop|quit|cease|discontinue) (?:with )?(?:the |your |all )?sending(?: out)?(?: ${me})?`],
    ['plain', `(?:you )?(?:keep|kept|keeps) (?:on )?${send} (?:me|us)(?: .*)? (?:stop|quit)`],
    [
      'plain',
      `${oneOf("don'?t, do not, dont, never, please no, stop, u don'?t, not to, quit")} (?:ever )?(?:call or |email or |call and )?${sends}(?: (?:or|and|nor) (?:call|contact|email|text|message))? ?(?:to )?${me}`,
    ],
    ['open', `${oneOf("don'?t, do not, dont, never, no longer")} (?:ever )?${sends}(?: me| us)?`],
    [
      'open',
      `${oneOf('remove, delete, unsubscribe, unenroll, unregister, erase, scratch, drop, exclude, disconnect, opt, cancel, block, unsub, unlist, wipe, eliminate, withdraw, disenroll')} ${me}(?: and ${me})?(?: (?:off|out|from|of|here))*`,
    ],
    [
      'open',
      `${oneOf('take, get, keep, pull, cut, leave, let, drop, kick, want, wants, left, strike, scrub, cross')} (?:${me} )?(?:off|out|out of|off of)(?: of)?(?: here)?(?: ${me})?`,
    ],
    [
      'open',
      `(?:i|we) (?:just )?${oneOf("want, need, would like, 'd like")} (?:to be )?(?:off|out|removed|taken off|deleted|unsubscribed|opted out)`,
    ],
    [
      'open',
      `(?:(?:to )?be|get) (?:removed|taken off|unsubscribed|deleted|opted out|left off|dropped)(?: (?:from|of))?`,
    ],
    ['wish', `${dont} (?:even )?${want}(?: to)? ${get}(?: any(?: more)?)?(?: of)?`],
    ['wish', `${dont} (?:really )?(?:${want}|need)(?: any| your| you)*(?: more)?(?: of)?`],
    ['open', `${dont} (?:${want} )?(?:to be |be )?(?:contacted|texted|messaged|bothered|on)`],
    ['plain', `${dont} ${want} (?:you|anyone|y'?all|u)(?: people| guys)? (?:to )?${sends}(?:ing)?(?: ${me})?`],
    [
      'wish',
      `(?:(?:i|we|she|he) )?${oneOf("did ?n'?t, did not, do not, never, have not, haven'?t")} (?:ever )?${oneOf('sign(?:ed)? up, signup, subscribed?, ask(?:ed)?, agreed?, consent(?:ed)?, give consent, gave consent, opt(?:ed)?[ -]?in, join(?:ed)?, request(?:ed)?, authorized?, gave|give, enroll(?:ed)?, register(?:ed)?, requested?')}(?: (?:to|for|you|anyone|permission|my|consent|on|number|the|out|be|in|get|getting|receive|texted|any of|any|being))*`,
    ],
    ['open', `${oneOf('who, how|why')} (?:signed|put|added|subscribed) (?:me|us) (?:up|to|on)`],
    ['doubt-texts', `why am i (?:still )?(?:getting|receiving)`],
    [
      'texts',
      `${oneOf('no more, no further, no, too many, so many, sick of, tired of, enough, way too many, not want, cancel, end, turn off, shut off, disable, mute, silence, deactivate, terminate, stop, quit, fed up with, stopping, opt ?-?out of, unsubscribe(?: me)?(?: from)?, suspend, cut off, kill, drop, discontinue, cease, block, opt me out of, get rid of, no need for, no desire for, halt')}(?: getting| receiving)?`,
    ],
    ['plain', `${oneOf('turn off, shut off')} ${oneOf('these, this, it, them')}`],
    [
      'plain',
      `turn ${oneOf('these, this, it, them, texts, messages, notifications, alerts')}(?: texts| messages| alerts)? off`,
    ],
    ['texts', `(?:don'?t|do not|dont) (?:care|like)(?: for| about| getting)?`],
    [
      'open',
      `(?:would |i'd )?(?:rather|prefer) (?:not|no|you not|you don'?t|you didn'?t)(?: to)?(?: get| receive| have| be| text| contact| getting| receiving)*`,
    ],
    [
      'open',
      `${oneOf("not, no longer, 'm not, isn'?t, aint, ain'?t, un, no")} ?interested(?: in)?(?: getting| receiving)?(?: (?:your|the|this|any|a|church|religion|god|bible|jesus))*`,
    ],
    [
      'plain',
      `(?:lose|forget|delete|erase|trash|dump) ${oneOf('my, this, our, the')} (?:phone |cell )?(?:number|digits|#|info|contact)`,
    ],
    ['plain', `leave (?:me|us|my family) alone`],
    [
      'plain',
      `(?:revoke|withdraw|revoking|withdrawing|retract|rescind) (?:my |our |all |any )?(?:consent|permission|authorization)|consent (?:is )?(?:withdrawn|revoked)|permission revoked`,
    ],
    [
      'plain',
      `(?:${oneOf('this is, you are, considered, its, report(?:ed|ing)?(?: this| you)?(?: as| for)?, marked(?: this)?(?: as)?, blocked(?: and reported)?(?: as)?')} )(?:harassment|harassing|spam|spamming)`,
    ],
    [
      'plain',
      `(?:put|add|place) ${me} (?:on|to) (?:the|your|a|ur)? ?(?:do not|no) (?:call|text|contact|disturb)(?: list)?`,
    ],
    ['plain', `do not (?:contact|text|message|disturb)(?: list)?`],
    ['texts', `off(?: of)?`],
    [
      'plain',
      `(?:if|unless) (?:you|u|y'?all|this|it|these|they)(?: people| guys)?(?: (?:don'?t|do not|dont|doesn'?t|doesnt|does not|can'?t))? (?:stop|quit)(?: ${send}(?: ${me})?)?`,
    ],
    ['open', `(?:opt|opting|opted) ?-?out(?: of)?`],
    [
      'open',
      `(?:already )?(?:asked|told|said|begged|requested|honor|respect|texted|replied)(?: (?:you|u|y'?all|people|them|my|request|wish|wishes|before|already|twice|repeatedly|guys|and|again))* to (?:please )?(?:stop|quit|be removed|be taken off|unsubscribe|opt out)`,
    ],
    [
      'open',
      `(?:have|has|had|see that i am|see that we are|make sure i am|make sure i'm|get) (?:${me} )?(?:removed|taken off|unsubscribed|deleted)(?: from| off)?`,
    ],
    ['texts', `what do i (?:reply|text|do|say|send) to (?:stop|end|cancel|quit)`],
    ['plain', `(?:ha(?:ve|s) )?blocked(?: you| this number| u)?$`],
    [
      'doubt',
      `(?:(?:you )?(?:have |got |'ve got |reached |texted |texting )?(?:the|a) )?wrong (?:number|person|guy|lady|phone|contact|dude|#|num)(?! (?:for|of|in|on))`,
    ],
    [
      'doubt',
      `${oneOf("this is not, this isn'?t, this isnt, not, this is no longer, isn'?t, no longer, this aint")} \\p{L}+(?:'s|s')(?: (?:phone|cell|number|mobile|#|anymore|any more|old))+`,
    ],
    [
      'doubt',
      `(?:no one|nobody|no) (?:here )?(?:by|named|called|with) (?:that|this|the)? ?\\p{L}+(?: here)?|no \\p{L}+ (?:here|at this number)$`,
    ],
    [
      'doubt',
      `(?:you've|you|u|you have|youve|you must have) (?:got|have|texted|texting|reached|the|a)*(?: (?:the|a))? ?wrong(?: (?:number|person|guy|phone))(?! (?:for|of|in|on))`,
    ],
    [
      'doubt',
      `(?:don'?t|do not|dont) (?:even )?know (?:who (?:you are|this is|is this|you people are)|you(?: people)?$|any .*church.*)`,
    ],
    [
      'doubt',
      `why (?:do|are) (?:you|u|y'?all)(?: people| guys)? (?:still )?(?:keep )?(?:texting|messaging|sending)(?: me| us)?`,
    ],
    ['doubt', `this (?:is not|isn'?t|isnt) \\p{L}+$`],
    ['doubt-texts', `(?:please )?(?:pause|hold|suspend|snooze)`],
    [
      'doubt-texts',
      `(?:i )?(?:think|guess|suppose) (?:i|we) (?:should|will|might|may|could|ll)(?: just)? (?:stop|quit|opt out|unsubscribe)(?: getting| receiving)?`,
    ],
    ['doubt', `(?:go|goes) away|buzz off|get lost|piss off|f+u*c*k off|screw you|shut up`],
  ],
  flags: [
    `(?:cancel|remove|delete|take|drop|pull|scratch|cross) .*\\b(?:off|from|out)\\b`,
    `^(?:${oneOf("can you, could you, please, pls, i need to, we need to, need to, i'd like to, i want to, would like to, we have to, have to, i have to, want to, how do i, how can i, will you, can i, can we, could i, going to, gonna, kindly, we'?re going to, i'?m going to, just")} )*(?:cancel|unsubscribe|opt (?:me |us )?out|revoke|remove|delete|quit|stop|end|discontinue|step down|drop out|leave|withdraw|resign|back out|skip|pull out)\\b(?! (?:by|in|over|at|for|off|early|the) )`,
    `\\b(?:cancel|unsubscribe|opt ?-?out|revoke)\\b`,
    `(?:don'?t|do not|dont) (?:call|phone|ring|mail|email|e-mail|send|bring|come|visit|put|use|post|share|add|sign|list|include|want to (?:do|be|serve|teach|sing|work))\\b`,
    `^(?:no|nope) (?:thank you|thanks)`,
    `not (?:interested|able to (?:serve|help))|can'?t do .* any ?more|(?:phone )?number .* (?:is|are) wrong|wrong number for`,
  ],
  // Said of other things: "stop by", "stop sign", "don't stop".
  never: oneOf(
    `non stop, non-stop, nonstop, stop by, stop at, stop in, stop over, stop off, stop and get, stop and pick, stop for (?:the|lunch|gas|coffee|dinner|breakfast|a snack|ice), stop sign, stop light, stop watch, stop near, stop on, stop with the kids, stop here, stop there, stop together, stop bus, stop meeting, end of, end up, end time, end times, end on, end at, end with, end in, cancel out, quit your worrying, quit smoking, stop worrying, stop praying, stop believing, stop thinking, stop smiling, stop laughing, stop crying`,
  ),
  // Before a final "stop" that no sign sets apart.
  stays: oneOf(
    `don'?t, do not, dont, never, not, won'?t, wont, can'?t, cant, cannot, can not, to, the, a, an, non, bus, next, last, first, full, pit, rest, will, would, did, does, doesn'?t, didn'?t, didnt, nonstop, one, each, every, short, our, your, his, her, it, they, rain, train, we, must, should, and, or, couldn'?t, wouldn'?t, his, that, this, quick, second, final, truck, good, then, he, she, you`,
  ),
  wanted: `\\b(?:text|txt|message|msg) me (?:instead|here|any ?time|only|rather)|(?:texts?|texting|messages?) (?:is|are|works|work) (?:fine|ok|okay|better|best|good|great)|(?:prefer|rather have|only want|just) (?:a )?(?:texts?|texting)|(?<!\\b(?:you|u|people|y'all|to) )\\b(?:keep|continue) (?:me|us|the texts|texting|getting|sending)|texts? only|only texts?`,
  later: `\\bfor now\\b|\\buntil\\b|\\btill\\b|\\bmaybe\\b|\\bkeep me\\b|\\bstill want\\b|\\bon vacation\\b|\\bonly (?:the|send)\\b|\\bthis week\\b|\\bok\\?|\\bexcept\\b|\\bfor a (?:while|bit|few)\\b|\\btemporar`,
}
