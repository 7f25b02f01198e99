import { type Helplines, helplinesOf } from './helplines.ts'
import type { SignKind } from './options.ts'

export const languages = ['en', 'es', 'pt'] as const
export type Language = (typeof languages)[number]

const orCall = (despair: string, emergency: string) => (despair === emergency ? '' : `, or ${emergency}`)

type Words = Record<SignKind, (numbers: Required<Helplines>, church: string) => string>

/** Fixed words, never changed by a church or a model: what someone in danger reads first. */
const words: Record<Language, Words> = {
  en: {
    self_harm: ({ despair, emergency }, church) =>
      `Thank you for telling us. You matter, and you are not alone. If you might act on this, please call ${despair === '988' ? 'or text ' : ''}${despair} now${orCall(despair, emergency)}. Someone from ${church} has been alerted and will reach out to you.`,
    abuse: ({ violence, emergency }, church) =>
      `Thank you for trusting us. What is happening is not your fault. If you are in danger now, please call ${emergency}. You can also call ${violence}, day or night. Someone from ${church} has been alerted and will reach out to you.`,
    violence: ({ emergency }, church) =>
      `Thank you for telling us. If anyone is in danger now, please call ${emergency} first. Someone from ${church} has been alerted and will reach out to you.`,
    minor: ({ children, emergency }, church) =>
      `Thank you for telling us. You did the right thing. If a child is in danger now, please call ${emergency}. You can also call ${children}, day or night. Someone from ${church} has been alerted and will reach out to you.`,
  },
  es: {
    self_harm: ({ despair, emergency }, church) =>
      `Gracias por contarnos esto. Tu vida importa y no estás a solas. Si crees que podrías hacerte daño, llama ahora al ${despair}${despair === emergency ? '' : ` o al ${emergency}`}. Ya avisamos a una persona de ${church}, que se comunicará contigo.`,
    abuse: ({ violence, emergency }, church) =>
      `Gracias por tu confianza. Lo que está pasando no es culpa tuya. Si estás en peligro ahora, llama al ${emergency}. También puedes llamar al ${violence} a cualquier hora. Ya avisamos a una persona de ${church}, que se comunicará contigo.`,
    violence: ({ emergency }, church) =>
      `Gracias por contarnos esto. Si alguien está en peligro ahora, llama primero al ${emergency}. Ya avisamos a una persona de ${church}, que se comunicará contigo.`,
    minor: ({ children, emergency }, church) =>
      `Gracias por contarnos esto. Hiciste lo correcto. Si un menor está en peligro ahora, llama al ${emergency}. También puedes llamar al ${children} a cualquier hora. Ya avisamos a una persona de ${church}, que se comunicará contigo.`,
  },
  pt: {
    self_harm: ({ despair, emergency }, church) =>
      `Obrigado por nos contar isto. Sua vida importa, e você não está só. Se acha que pode se machucar, ligue agora para ${despair}${despair === emergency ? '' : ` ou ${emergency}`}. Já avisamos uma pessoa de ${church}, que vai falar com você.`,
    abuse: ({ violence, emergency }, church) =>
      `Obrigado pela confiança. O que está acontecendo não é culpa sua. Se você está em perigo agora, ligue para ${emergency}. Também pode ligar para ${violence} a qualquer hora. Já avisamos uma pessoa de ${church}, que vai falar com você.`,
    violence: ({ emergency }, church) =>
      `Obrigado por nos contar isto. Se alguém está em perigo agora, ligue primeiro para ${emergency}. Já avisamos uma pessoa de ${church}, que vai falar com você.`,
    minor: ({ children, emergency }, church) =>
      `Obrigado por nos contar isto. Você fez o certo. Se uma criança está em perigo agora, ligue para ${emergency}. Também pode ligar para ${children} a qualquer hora. Já avisamos uma pessoa de ${church}, que vai falar com você.`,
  },
}

/** What is answered at once, with the numbers of the church's country. */
export function answerTo(kind: SignKind, language: Language, { country, church }: { country: string; church: string }) {
  const numbers = helplinesOf(country)
  const all = { violence: numbers.emergency, children: numbers.emergency, ...numbers }
  return words[language][kind](all, church)
}
