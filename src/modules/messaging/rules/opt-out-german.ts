import type { Language } from './opt-out-language.ts'
import { oneOf } from './opt-out-words.ts'

const write = oneOf(
  'schreiben, schicken, senden, texten, kontaktieren, belastigen, nerven, zusenden, zuschicken, anschreiben, zu schreiben, zu schicken, zu senden, melden, zutexten, zuzuschicken, simsen',
)
const wrote = oneOf(
  'schreibt, schreiben sie, schreib, schickt, schicken sie, schick, sendet, senden sie, textet, kontaktiert, kontaktieren sie, belastigt',
)

export const german: Language = {
  stop: oneOf(
    `stopp+, stoppen, abmelden, abmeldung, abmeldn, bitte abmelden, mich abmelden, abbestellen, austragen, mich austragen, aufhoren, aufhoeren, hort auf, hor auf, horen sie auf, hoert auf, schluss, schluss jetzt, schluss damit, es reicht, reicht jetzt, jetzt reicht's, kundigen, raus, loschen, losche mich, abbestellung, keine mehr, nicht mehr`,
  ),
  weak: oneOf('ende, genug, beenden, kundigung, aus, lass das, lasst das, halt'),
  lead: oneOf(
    `hallo, guten (tag|morgen|abend), liebe (gemeinde|leute), lieber pfarrer, hi, servus, moin, gruß gott, gruss gott, ja, ok, nein, bitte, ich (mochte|mochte gern|will|wurde gern|wurde gerne|hatte gern|wunsche|bitte euch|bitte sie)( mich)?( bitte)?, wir (mochten|wollen|wurden gern)( uns)?, konnt ihr( mich| bitte)*, konnen sie( mich| bitte)*, konnten sie( mich| bitte)*, kann ich( mich)?, wie kann ich( mich)?, wie kann man, wie, ich (habe|hab) (doch )?(gesagt|schon gesagt|gebeten), und, aber, also, danke`,
  ),
  subject: oneOf('ich, wir'),
  heads: [
    [
      'open',
      `${oneOf('hort, hor, horen sie, hoert, hoeren sie')} (?:bitte )?(?:sofort |endlich )?auf(?: (?:mir|uns|mich|bitte))*(?: damit| mit)?(?: (?:nachrichten|texte|sms|mich|mir|zu))*(?: ${write})?`,
    ],
    [
      'plain',
      `${wrote} (?:mir|uns|mich) (?:bitte )?(?:keine|nicht|nichts|nie)(?: (?:mehr|wieder|weiteren?|nachrichten|sms|texte))*`,
    ],
    [
      'plain',
      `(?:bitte )?(?:mir |uns |mich )?(?:nicht|nichts|nie) (?:mehr|wieder)(?: (?:an|mir|uns|mich|diese nummer))* ?${write}`,
    ],
    [
      'wish',
      `(?:ich |wir )?(?:mochte|will|wunsche|wollen|mochten|brauche|wurde gerne?)? ?(?:bitte )?(?:keine|keinerlei|nicht mehr|nichts mehr)(?: weiteren?)? ${oneOf('nachrichten?, sms, texte, infos?, benachrichtigungen, werbung, mitteilungen, whatsapps?, sms-nachrichten')}(?: (?:mehr|bitte|erhalten|bekommen|empfangen|haben|schicken|senden|schreiben))*`,
    ],
    [
      'plain',
      `(?:ich |wir )?(?:mochten?|will|wollen|wurde gerne?) (?:bitte )?(?:nichts|nicht) (?:mehr )?(?:von (?:ihnen|euch) )?(?:horen|bekommen|erhalten|kontaktiert werden|angeschrieben werden|benachrichtigt werden)`,
    ],
    [
      'open',
      `${oneOf('loschen sie, loscht, losch, losche, entfernen sie, entfernt, entferne, streicht, streichen sie, nehmt, nehmen sie, nimm, streich, loeschen sie, loescht')} (?:bitte )?${oneOf('mich, uns, meine (handy|telefon)?nummer, meine daten, diese nummer, meinen namen, unsere nummer, unsere namen, meinen kontakt')}(?: (?:bitte|von|aus|vom))*`,
    ],
    ['open', `(?:bitte )?(?:meine |diese )?(?:handy)?nummer (?:bitte )?(?:loschen|entfernen|rausnehmen|streichen)`],
    [
      'open',
      `(?:tragt|tragen sie|trag) (?:mich|uns) (?:bitte )?aus|(?:melden sie|meldet|meld) (?:mich|uns) (?:bitte )?ab`,
    ],
    [
      'open',
      `(?:ich )?melde (?:ich )?(?:mich|uns) (?:hiermit )?ab|(?:bitte )?(?:mich )?(?:aus|von|vom) (?:dem |der )?(?:verteiler|liste) (?:nehmen|streichen|loschen|austragen|entfernen|raus)`,
    ],
    [
      'open',
      `(?:mich|uns) (?:bitte )?(?:von der liste |aus der liste |aus dem verteiler |vom verteiler )?(?:abmelden|austragen|streichen|loschen|rausnehmen|entfernen|abbestellen)`,
    ],
    [
      'plain',
      `(?:die |diese |eure |ihre |alle |weitere )?(?:nachrichten|sms|texte|benachrichtigungen|infos)(?: bitte)? (?:abbestellen|stoppen|abstellen|beenden|einstellen|kundigen|ausschalten)`,
    ],
    [
      'open',
      `(?:ich (?:habe?|bin) |wir (?:haben|sind) |habe? |hab )?(?:leider )?(?:kein interesse|nicht interessiert|nicht mehr interessiert|keinerlei interesse|kein bedarf)(?: (?:an|mehr|daran))*`,
    ],
    ['plain', `(?:lasst|lassen sie|lass) (?:mich|uns) (?:bitte |endlich )?(?:in ruhe|zufrieden)`],
    [
      'plain',
      `(?:ich |wir )?(?:habe?|haben|hab) (?:mich |uns )?(?:dafur |hierfur |da |hier )?(?:nie|nicht|niemals) (?:dafur |hierfur )?(?:angemeldet|zugestimmt|eingewilligt|bestellt|darum gebeten|erlaubt)`,
    ],
    [
      'plain',
      `(?:ich )?(?:widerrufe|widerruf|ziehe) (?:hiermit )?(?:meine(?:r|n)? )?(?:einwilligung|zustimmung|einverstandnis)(?: zuruck)?`,
    ],
    [
      'texts',
      `${oneOf('zu viele, genug von, schluss mit, keine weiteren, stopp, stoppt, stoppen sie, beenden sie, beendet, raus aus, will raus aus, abmelden von, abmelden vom, genug, sofort')}`,
    ],
    [
      'doubt',
      `(?:(?:sie haben|ihr habt|du hast|das ist) (?:die |eine )?)?falsche (?:nummer|person)|falsch verbunden|verwahlt`,
    ],
    ['doubt', `(?:das|dies) ist nicht(?: mehr)? (?:die |das )?(?:nummer|handy|telefon)(?: .*)?`],
    ['doubt', `(?:ich )?kenne? (?:euch|sie|diese (?:gemeinde|kirche)|keine gemeinde) ?(?:nicht)?`],
  ],
  flags: [
    `\\b(?:absagen|abmelden|kundigen|stornieren|stoppen|loschen|streichen|abbestellen|austragen)\\b|\\b(?:meldet|melden|nehmt|streicht|tragt|loscht) (?:mich|uns|bitte)\\b|\\b(?:nehmt|loscht|streicht|entfernt)\\b`,
    `nicht (?:auf der arbeit |mehr )?an(?:rufen|zurufen)|rufen sie .*nicht|ruft .*nicht|keine e-?mails?|^nein danke|^nein,? danke|\\bhore? .* auf mit\\b`,
  ],
  never: oneOf('ende (?:des|der|januar|juni|dezember), aus (?:der|dem|meiner|unserer), abmelden (?:vom|von der|fur)'),
  stays: oneOf('der, am, zum, einen, ein, nicht, kein, den, im, ohne, nonstop'),
  wanted:
    '(?:sms|nachricht|texte?|schreiben) (?:ist|sind|geht|passt|finde ich)? ?besser|lieber (?:schreiben|sms|eine (?:sms|nachricht)|per sms)',
  later:
    '\\bvorerst\\b|\\bbis (?:auf|zum|nach|ende|august|januar)\\b|\\berstmal\\b|\\bvielleicht\\b|\\bim moment\\b|\\bausser\\b',
}
