/** Alternatives of a pattern, separated by commas or lines; the longest is tried first. */
export const oneOf = (words: string): string =>
  `(?:${words
    .trim()
    .split(/\s*[,\n]\s*/)
    .filter(Boolean)
    .sort((a, b) => b.length - a.length)
    .join('|')})`

/** What is sent: the only objects that make "stop …", "cancel …" or "remove me from …" an opt-out. */
const sent = `recebimento, recepcion, recepcao, reception, receipt, envios?, envoi, (to|on|at|from|for) (this|my|our) (cell |cell)?(phone|number|cell|mobile)( number)?, te?xts?, txts?, te?xting, te?xt messages?, te?xt alerts?, messages?, messaging, msgs?, sms, sms's, alerts?, notifications?,
  spam, spamming, spams, blasts?, reminders?, updates?, subscriptions?, announcements?, communications?, contact, stuff, crap, junk, nonsense,
  things?, ones?, everything, this, these, that, it, them, those, mensajes?, mensages?, mensajitos?, textos?, sms, avisos?, notificaciones, alertas?, esto, eso,
  estos, publicidad, suscripcion, messages?, textos?, alertes?, notifications?, abonnement, ca, cela, mensagens, mensagem, msgs?, notificacoes,
  avisos?, isso, isto, inscricao, assinatura, nachrichten?, nachricht, texte, smsen, benachrichtigungen, infos, werbung, das, sowas, abo`
/** Where they are kept. */
const kept = `lists?, texting list, text list, threads?, group ?texts?, group ?chats?, text groups?, group, system, database, data base, contacts?,
  contact lists?, phone ?lists?, number lists?, distribution( list)?, subscriptions?, records, rolls?, from here, off here, off of here, chat, subscribers, mailing list,
  call list, listas?, grupo, base de datos, sistema, contactos, de aqui, de ahi, de alli, dai, daqui, liste, listes, groupe, systeme, base, repertoire, contacts?, d'ici,
  lista de (mensajes|textos|contactos|transmissao|mensagens|contatos|difusion), grupo de (mensajes|textos|mensagens|whatsapp), liste de (diffusion|contacts?|messages|sms|textos?),
  contatos, cadastro, sistema, lista, verteiler, liste, gruppe, kontaktliste, verteilerliste, kontakten, kontakte, sms-liste, sms-verteiler, system, datenbank`
const mailed = `e-?mails?, emailing, mails?, mailings?, newsletters?, correos?, correos electronicos, boletin, boletines, courriels?, courrier,
  infolettres?, lettres?, boletim, mails, rundbriefe?, email lists?, mailing lists?, lista de correos?, e-?mail-?verteiler`
const determiners = `to, on, ur, yr, yalls, y'alls, the, my, mi, mis, minha, meu, meus, minhas, mon, ma, mes, meine, meinen, nas, nos, en,  this, that, these, those, your, all, all the, all of, all of the, all of these, all of your, any, any more, any of these, any of your, anymore of, more, further, other, such,
  church, church's, group, mass, automated, automatic, auto, daily, weekly, constant, annoying, damn, dang, stupid, random, unsolicited, unwanted, future, of, from, with, me, us, phone, so many, so much, too many,
  los, las, el, la, sus, su, tus, tu, mis, mas, de, del, estos, estas, esta, este, esa, ese, esos, todos, todos los, tantos, otros, les, le, vos, ces, ce, cette, cet, ta, tes, tous, tous les, votre, plus de, d'autres,
  os, as, o, a, seus, suas, sua, seu, essas, essa, esses, esse, esta, desta, dessa, desse, deste, da, do, das, dos, todas, todas as, mais, outras, die, der, den, dem, diese, dieser, diesem, diesen, eure, eurer, eurem, ihre, ihrer, ihrem, alle, weitere, weiteren, solche, mehr, dauernden, aus, von`
const fillers = `please, pls, plz, plse, pleas, please and thank you, pretty please, thanks, thank you, thank u, thankyou, thx, ty, tysm, tks, tnx, (days|weeks|months|a week|a month) ago, last (week|month|year), yesterday, many times, three times, so much, very much, a lot, in advance, for understanding, for your understanding, for everything, as instructed, as requested, thanks so much, much appreciated, appreciate it, now, right now, right away, immediately, asap, already,
  today, any ?more, any longer, again, ever, ever again, at all, ok, okay, k, kindly, just, sir, ma'?am, mam, folks, guys, you guys, y'?all, everyone, people, pastor, friend, friends, lol, smh, ugh, geez, jeez, omg, god bless, god bless you, god bless you all, blessings, bless you, bye,
  have a (good|nice|great|blessed) (day|one|evening|night|week), sorry, sincerely, regards, kind regards, too, immediatly, imediately, for good, permanently, forever, completely, altogether, and, so, then, though, ya, u, you, seriously, yall, either, from now on, going forward, period, amen,
  por favor, x favor, porfa, porfavor, xfa, pf, gracias, muchas gracias, mil gracias, ahora, ahora mismo, ya, nunca, nunca mas, mas, bendiciones, dios (los|le|te|les) bendiga, saludos, hermanos?, hermanas?, señor, senor, senora, inmediatamente, de inmediato,
  merci, merci beaucoup, merci d'avance, du tout, svp, stp, s'il vous plait, s'il te plait, sil vous plait, s il vous plait, maintenant, tout de suite, immediatement, desormais, bonne journee, cordialement, plus, jamais, a l'avenir, que dieu vous benisse, salut,
  por gentileza, pfv, pfvr, pf, porfavor, obrigad[oa], muito obrigad[oa], obg, valeu, grat[oa], agora, ja, mais, nunca mais, imediatamente, irmaos?, irmas?, deus abencoe, abracos?, abs,
  bitte, danke, danke schon, dankeschon, vielen dank, besten dank, sofort, jetzt, endlich, mehr, nie mehr, nie wieder, in zukunft, kunftig, ab sofort, gruß, gruss, grusse, gottes segen, lg, mfg, vg, liebe grusse, freundliche grusse, mit freundlichen grussen`
/** Begins something that explains or adds, and so ends what is asked for. */
const joiners = `because, bc, cuz, coz, cause, since, as i, as we, i, i'm, im, i've, ive, i'd, i'll, we, we're, we've, this is, it's, its, it is, they, there, if, or i, or we, or else, but, why, what, who, he, she, that i, before i, you are, you're,
  porque, pues, ya que, yo, nosotros, es que, no, si, pero, car, parce que, puisque, je, j'ai, nous, on, c'est, mais, porque, pois, eu, nos, estou, esta, mas, weil, da, ich, wir, denn, es, das ist, aber, sonst, oder`
/** Begins a limit: only then, only there. */
const prepositions = `to, on, at, from, for, about, in, me, us, a, en, al, sur, a mon, au, para, no, na, pra, an, auf, mir, uns`
const limits = `before, after, until, till, during, while, at, when, on, in, over, so, next, tonight, this (week|month|morning|evening), between, except, unless, only, late, early, every, for now, for a, for the, for this, about, about the, sunday, sundays, monday, mondays,
  a las, al trabajo, en, antes, despues, hasta, durante, cuando, por ahora, solo, tan, au, avant, apres, jusqu, pendant, quand, le soir, pour l'instant, si, no trabalho, antes das, depois, ate, quando, por enquanto, so, auf, bei, vor, nach, bis, wahrend, wenn, am, im, um, so oft, so spat, nachts, abends, vorerst, erstmal`

/** All of them in lower case without accents, as `plainText` leaves them. */
export const words = {
  texts: `${sent},${kept}`,
  emails: mailed,
  determiners,
  pronouns:
    'this, these, that, it, them, those, any, any more, any of this, any of these, esto, eso, estos, esos, ca, cela, isso, isto, das',
  fillers,
  prepositions,
  nouns: `texts, text messages, text alerts, text list, texting list, messages, text thread, group text, alerts, mensajes, sms, mensagens, nachrichten, textos`,
  joiners,
  limits,
}
