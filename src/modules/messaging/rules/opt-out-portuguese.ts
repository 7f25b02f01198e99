import type { Language } from './opt-out-language.ts'
import { oneOf } from './opt-out-words.ts'

const write = oneOf(
  `mand(ar|em|e|es|a|arem), envi(ar|em|e|a|es), escrev(er|am|a|as), contat(ar|em|e), perturb(ar|em|e), incomod(ar|em|e|a), mensage(m|ar), enche(r|m) o saco, enviando, mandando, escrevendo`,
)

export const portuguese: Language = {
  stop: oneOf(
    `parar, pare, parem, para com isso, pare com isso, parem com isso, chega, ja chega, chega disso, descadastrar, descadastre, descadastra, descadastre-me, me descadastrar, me descadastra, me descadastre, me descadastrem, descadastramento, desinscrever, desinscreva, desinscricao, me remova, me removam, me remove, remova-me, me tira, me tire, me tirem, tire-me, me exclua, me excluam, exclua-me, me desinscreva, me deleta, sair da lista, basta, pra parar, para de`,
  ),
  weak: oneOf(
    'sair, cancelar, cancela, cancele, cancelem, remover, remova, fim, encerrar, excluir, para, apagar, terminar, nao mais',
  ),
  lead: oneOf(
    `oi, ola, bom dia, boa (tarde|noite), sim, ok, por favor, pfv, gente, irmaos?, pastor, (eu )?(quero|queria|gostaria de|gostaria que|preciso|desejo|peco que|peco pra|peco para)( que)?( voces| vcs)?, (nos )?(queremos|gostariamos de), (voce|vc|voces|vcs) (pode|podem|poderia|poderiam)( me)?, pode, podem, poderiam?, como (faco|eu faco|posso|e que eu)( para| pra)?, ja (pedi|falei|disse)( para| pra| que)?, favor, entao, e, mas, agradeco se, eu ja pedi( pra| para)?`,
  ),
  subject: oneOf('eu, nos, a gente'),
  heads: [
    [
      'plain',
      `${oneOf('parem, pare, para, parar, deixem, deixe, deixa, chega')} de (?:ficar )?(?:me |nos )?${write}(?:-me|-nos| pra mim| para mim)?`,
    ],
    ['plain', `(?:nao|nunca|nunca mais) (?:quero que )?(?:me|nos) ${write}`],
    ['plain', `(?:nao|nunca) ${write} mais`],
    ['texts', `(?:nao|nunca) (?:me )?${write}(?: mais)?`],
    [
      'wish',
      `(?:eu )?(?:ja )?nao (?:quero|desejo|queremos|desejamos|preciso|gostaria de|quero mais|queria)(?: mais)?(?: (?:receber|estar|ficar|ter|ser|participar))?(?: mais)?(?: nada)?(?: (?:de|do|da))?`,
    ],
    ['open', `(?:nao (?:tenho|temos)(?: mais)?|sem|nenhum) interesse(?: (?:em|no|na|nisso))?`],
    ['open', `nao (?:estou|estamos|to)(?: mais)? interessad[oa]s?(?: (?:em|no|na))?`],
    ['open', `nao me interessa(?:m)?`],
    [
      'open',
      `${oneOf('me tira, me tire, me tirem, tire-me, tirem-me, me remova, me removam, me remove, remova-me, removam-me, me exclua, me excluam, exclua-me, me descadastre, me descadastra, me descadastrem, me apaga, me apaguem, me retire, me retirem, tira a gente, tirem a gente, tire a gente, me desinscreva, nos tire, nos tirem, nos remova, nos removam, quero sair, sair, me cancela, ser removid[oa], me tirar, me remover')}(?: (?:de|da|do|desse|dessa|deste|desta))*`,
    ],
    [
      'open',
      `${oneOf('tira, tire, tirem, remova, removam, remove, apague, apaguem, apaga, exclua, excluam, delete, deletem, deleta, retire, retirem, remover, apagar, excluir, tirar, esquec[ae]m?')} (?:(?:o|meu|este|esse|nosso|a|minha) )*${oneOf('numero, telefone, nome, celular, contato, cel, familia')}(?: del[ae])?(?: (?:de|da|do|desta|dessa))*`,
    ],
    [
      'texts',
      `${oneOf('cancela, cancelar, cancele, cancelem, chega de, nao mais, para com, pare com, parem com, parar, pare, parem, sem, muitas, tantas, encerrar, encerre, desativar?, bloquear, cansad[oa] de, chega, parar com, nao aguento mais, suspendam?, desative, interromp[ae]m?')}`,
    ],
    [
      'plain',
      `(?:eu )?(?:nunca|nao) (?:autorizei|permiti|dei (?:permissao|autorizacao|consentimento)|me cadastrei|me inscrevi|assinei|pedi (?:isso|para receber|essas?|pra receber))(?: .*)?`,
    ],
    ['plain', `(?:me|nos) (?:deixem?|deixa) em paz|deixem?-me em paz`],
    ['plain', `(?:retiro|revogo) (?:o )?meu consentimento|revogo minha autorizacao`],
    ['doubt', `(?:por enquanto )?nao (?:me )?${write} (?:mensage\\p{L}+ )?(?:por enquanto|ate .*)`],
    ['doubt', `(?:e |esse e o )?(?:numero|telefone) errado`],
    [
      'doubt',
      `(?:vc|voce|voces|vcs)? ?(?:errou|erraram|se enganou|enganou-se|ligou errado|mandou errado)(?: (?:de|o|no|do))? ?(?:numero|pessoa)?|(?:foi )?engano`,
    ],
    [
      'doubt',
      `(?:esse|este|aqui)? ?(?:numero|telefone|celular)? ?(?:ja )?nao e (?:mais )?(?:o (?:numero|telefone) )?d[aoe] \\p{L}+`,
    ],
    ['doubt', `nao conheco (?:voces|essa igreja|ninguem)(?: .*)?`],
  ],
  flags: [
    `\\b(?:cancela|cancelar|cancele|tira|tirar|tire|remova|apaguem|excluir|descadastr\\p{L}*)\\b`,
    `nao me lig|nao quero|^nao,? (?:muito )?obrigad|\\bvou sair d|\\bquero parar\\b|(?:preciso|quero|vou) (?:parar|sair|cancelar|deixar)`,
  ],
  never: oneOf(
    'para (?:quem|mim|o|a|os|as|todos|meu|minha|nos|onde|quando|que|voce|voces|ele|ela), para de (?:chover|fumar|beber), parar de (?:fumar|beber|chorar), sair (?:para|pro|cedo|mais)',
  ),
  stays: oneOf('nao, muito, mais, e, esta, o, um, no, de, tao'),
  wanted:
    '(?<!nao (?:me |nos )?)\\b(?:manda|mande|mandem|prefiro|so|melhor) (?:uma |por )?(?:mensagem|mensagens|msg|sms|texto)',
  later: '\\bpor enquanto\\b|\\bate\\b|\\btalvez\\b|\\bpor agora\\b|\\bexceto\\b',
}
