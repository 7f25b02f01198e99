import type { Language } from './opt-out-language.ts'
import { oneOf } from './opt-out-words.ts'

const write = oneOf(
  `ecri(re|vez|ve|s|t), envo(yer|yez|ie|ies), texte[rz], texte, contacte[rz], contacte, messag(er|ez), derange[rz], sollicite[rz], spamme[rz], embete[rz], harcele[rz], appele[rz] ni ecri(re|vez)`,
)

export const french: Language = {
  stop: oneOf(
    `d'arreter, me desabonne, je me desabonne, je me desinscris, d'arreter ca, arret, arrete, arretez, arreter, arreter tout, arretez tout, arretez ca, arrete ca, desabonner, desabonnez, desabonnez-moi, desabonnez moi, desabonnement, me desabonner, se desabonner, desabonne, desinscrire, desinscription, desinscrivez-moi, desinscrivez moi, desinscris-moi, me desinscrire, cessez, cesser, cesse, ca suffit, ca suffit comme ca, retirez-moi, retirez moi, enlevez-moi, enlevez moi, supprimez-moi, supprimez moi, resilier, resiliez, resiliation, c'est bon stop, halte, plus rien`,
  ),
  weak: oneOf('annuler, annulez, fin, supprimer, retirer, assez, sortir, quitter, terminer, terminez'),
  lead: oneOf(
    `bonjour, salut, bonsoir, oui, ok, non, madame, monsieur, svp, s'il vous plait, merci de, merci d', (de )?bien vouloir, veuillez, je (veux|voudrais|souhaite|desire|vous demande de|vous prie de|demande a|prefere)( me| etre| que vous)?, nous (voulons|souhaitons|voudrions|aimerions)( etre| nous)?, j'aimerais( me| etre)?, pouvez[- ]vous, pourriez[- ]vous, peux[- ]tu, comment( puis-je| je peux| faire pour)?( me)?, je vous ai (dit|demande) (de|d'), et, mais, pasteur, priere de, faut`,
  ),
  subject: oneOf('je, nous, on, moi je'),
  heads: [
    [
      'plain',
      `${oneOf('arretez, arrete, arreter, cessez, cesse, cesser, stop, stopper, stoppez')} (?:de |d')?(?:m'|me |mes |nous |m' |mec)?(?:${write}|ecrire)`,
    ],
    ['plain', `arretez de mecrire|arreter de mecrire`],
    ['plain', `(?:ne |n')?(?:m'|me |nous )${write}(?: plus| pas| jamais)`],
    ['texts', `ne (?:m'|me |nous )?${write}(?: plus| pas| jamais| rien)*`],
    ['plain', `ne plus (?:rien )?(?:m'|me |nous )?${write}`],
    ['plain', `n'ecrivez plus|n'envoyez plus(?: rien)?|plus (?:rien )?m'envoyer`],
    [
      'wish',
      `(?:je |nous |on )?(?:ne |n')?(?:veux|veut|voulons|souhaite|souhaitons|desire|desirons|ai plus envie de|ai pas envie de) (?:plus|pas|plus jamais)(?: rien)?(?: (?:recevoir|avoir|etre contactee?s?|etre derangee?s?|etre sur|etre|faire partie|qu'on m'ecrive))?(?: de)?(?: rien)?`,
    ],
    [
      'open',
      `(?:je ne suis |nous ne sommes |suis )?(?:pas|plus) interesse(?:e|s|es)?(?: par)?(?: (?:votre|vos|la|cette) (?:eglise|religion))?`,
    ],
    ['open', `(?:ca|cela) ne (?:m'|nous )interesse (?:pas|plus)|(?:ca |cela )?m'interesse (?:pas|plus)|aucun interet`],
    [
      'open',
      `${oneOf('retirez, enlevez, supprimez, effacez, otez, rayez, retire, enleve, supprime, efface, desabonnez, desinscrivez, sortez, virez, radiez, retirer, enlever, supprimer, effacer, sortir, rayer')}[- ](?:moi|nous|(?:mon|ce|notre|nos|mes|son|sa) (?:numero|nom|contact|telephone|coordonnees|portable|numeros|cellulaire))(?: (?:de|du|des|d'))*`,
    ],
    [
      'open',
      `(?:(?:me|nous) (?:retirer|enlever|supprimer|rayer)|(?:retirer|enlever|supprimer|effacer) (?:son|mon|notre|ce) numero)(?: (?:de|du|des))*`,
    ],
    ['open', `(?:me|nous) (?:retirer|enlever|supprimer|desabonner|desinscrire|rayer|sortir)(?: (?:de|du|des))*`],
    ['open', `(?:retiree?s?|enlevee?s?|supprimee?s?|desabonnee?s?|desinscrite?s?) (?:de|du|des)`],
    [
      'texts',
      `${oneOf("d'arreter, plus de, plus aucun, pas de, assez de, marre de, annuler?, annulez, stop aux, stop a, arreter?, arretez, arrete, trop de, cessez, resilier, fini, bloquer, supprimer, desactiver, stopper, stoppez, aucun, sans, y en a marre de, halte aux, stop")}`,
    ],
    ['plain', `(?:fichez|foutez|laissez|fiche|laisse)[- ](?:moi|nous) (?:la paix|tranquilles?|en paix)`],
    [
      'plain',
      `(?:je )?(?:ne |n')?(?:me |m')?(?:suis|ai) jamais (?:ete )?(?:inscrite?|abonnee?|demande|donne|accepte|autorise)(?: .*)?`,
    ],
    [
      'plain',
      `(?:je )?(?:ne |n')(?:me suis |ai )?(?:pas|jamais) (?:inscrite?|abonnee?|demande (?:ces|vos|ca|a recevoir)|donne mon (?:accord|consentement))(?: .*)?`,
    ],
    ['plain', `je retire mon (?:consentement|accord)|je revoque mon consentement`],
    ['doubt', `(?:c'est (?:un |le )?)?(?:mauvais|faux) numero`],
    [
      'doubt',
      `(?:vous (?:vous )?(?:etes|avez)|tu t'es) (?:trompee?s? de|le mauvais|fait erreur|un mauvais) ?(?:numero|personne)?|vous vous trompez(?: de (?:numero|personne))?|erreur de (?:numero|destinataire|personne)`,
    ],
    ['doubt', `(?:ce )?n'est (?:plus|pas) (?:le |son )?(?:numero|telephone|portable)(?: .*)?`],
    [
      'doubt',
      `(?:je ne |je )?(?:vous )?(?:connais|connaissons) (?:pas|personne) (?:cette eglise|votre eglise|qui vous etes)|je ne vous connais pas`,
    ],
  ],
  flags: [
    `\\b(?:annuler|annulez|annule|resilier|supprimer|supprimez|retirez|enlevez|m'enlever|me retirer|desabonnez|arreter mon|arreter ma|arreter mes|quitter)\\b`,
    `ne (?:m'|me |nous )appele|ne veux plus|^non merci|ne souhaite plus|ne peux plus|^non,? merci`,
  ],
  never: oneOf(
    'fin de, fin du, fin (?:decembre|janvier|juin), arret de (?:bus|travail|tram), arret (?:de|du) bus, arret cardiaque, annuler (?:mon|ma|mes|notre|le|la)',
  ),
  stays: oneOf("un, le, l', une, au, pas, de, d', cet, du, en, il, elle, n', les"),
  wanted:
    '(?:envoyez|envoie|ecrivez)[- ]?(?:moi )?(?:plutot )?(?:un |des |par )?(?:texto|sms|message)s?|prefere (?:les |un |des )?(?:textos?|sms|messages?)|(?:textos?|sms) (?:plutot|c.est mieux)',
  later: "\\bpour l'instant\\b|\\bpour le moment\\b|\\bjusqu'|\\bpeut-etre\\b|\\bsauf\\b",
}
