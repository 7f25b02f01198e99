import type { Language } from './opt-out-language.ts'
import { oneOf } from './opt-out-words.ts'

const write = oneOf(
  `escrib(an|a|as|ir|irme|irnos|iendo|iendome), mand(en|e|es|ar|arme|arnos|ando|andome), envi(en|e|es|ar|arme|arnos|ando|andome), text(eame|een|ee|ear|earme|eando), contact(en|e|ar|arme|arnos), molest(en|e|es|ar|arme|arnos|ando), comunic(arse|ar)`,
)

export const spanish: Language = {
  stop: oneOf(
    `pare, paren, parar, parenle, parale, basta, ya basta, basta ya, baja, darme de baja, darse de baja, deme de baja, denme de baja, de baja, detener, detenga, detengan, detenganse, desuscribir, desuscribirme, desuscribanme, desuscribame, desinscribir, no mas, ya no mas, cancelenme, borrenme, borreme, quitenme, quiteme, quitarme, quitame, saquenme, saqueme, sacame, sacarme, eliminenme, eliminarme, elimineme, eliminame, remuevanme, remuevame, ya no`,
  ),
  weak: oneOf(
    'alto, cancelar, cancele, cancelen, cancela, para, salir, salirme, eliminar, fin, terminar, termina, final, anular, borrar, quitar, suficiente, remover, dejar',
  ),
  lead: oneOf(
    `hola, buenos dias, buenas (tardes|noches), buenas, si, ok, por favor, pues, disculpen?, perdon(en)?, le pido( que)?, les pido( que)?, (yo )?(quiero|quisiera|deseo|necesito|queremos|quisieramos|me gustaria|nos gustaria|favor de|prefiero)( que( me)?)?, podrian?, pueden?, puede, (me|nos) (quiero|gustaria|queremos), como (puedo|hago para|podemos), como, hermanos?, hermanas?, pastor, ya, mejor, solicito( que)?, (ya )?(les|le) (dije|pedi|he dicho|he pedido)( que)?, favor, y, pero, senores`,
  ),
  subject: oneOf('yo, nosotros, mi (esposo|esposa|mama|papa)'),
  heads: [
    [
      'plain',
      `${oneOf('dejen?, deje, deja, dejar, paren?, pare, para, parar, cesen')} de (?:estar )?(?:me |nos )?${write}(?:me|nos)?`,
    ],
    ['plain', `(?:ya )?(?:no|nunca|nunca mas|jamas) (?:me|nos|le|les) (?:vuelvan? a |sigan? )?${write}`],
    [
      'plain',
      `(?:ya )?no (?:quiero|deseo|queremos|deseamos|quisiera)? ?(?:que )?(?:me|nos) (?:sigan? |esten |vuelvan a )?${write}`,
    ],
    ['texts', `(?:ya )?(?:no|nunca) (?:${write}|sigan? ${write})(?: mas| nada)*`],
    ['plain', `(?:ya )?no (?:sigan? |vuelvan a )?${write} mas`],
    [
      'plain',
      `(?:ya )?no (?:me|nos) molesten?|no (?:me |nos )?molest(?:e|en|es)(?: mas)?|dejen?me en paz|dejenos en paz|deje de molestar`,
    ],
    [
      'wish',
      `(?:ya )?no (?:quiero|kiero|deseo|queremos|deseamos|necesito|quisiera)(?: seguir)?(?: (?:recibir|recibiendo|estar|tener|saber))?(?: mas)?(?: nada)?(?: (?:en|de))?`,
    ],
    ['open', `(?:ya )?no (?:me|nos) interesan?(?: (?:su|la|tu|esta) (?:iglesia|religion))?`],
    ['open', `(?:ya )?no (?:estoy|estamos) interesad[oa]s?(?: en)?`],
    [
      'open',
      `${oneOf('quitenme, quiteme, quitame, quitenos, saquenme, saqueme, sacame, saquenos, borrenme, borreme, eliminenme, elimineme, remuevanme, remuevame, denme de baja, deme de baja, darme de baja, dame de baja, dar de baja, cancelenme, desuscribanme, desuscribame, desuscribirme, sacarme, quitarme, salirme, borrarme, desapuntenme, desinscribanme, sacar, quitar')}(?: (?:de|del|a|ahi|aqui|alli))*`,
    ],
    [
      'open',
      `${oneOf('quiten, quite, quita, borren?, borre, borra, borrar, eliminen?, elimine, elimina, eliminar, saquen, saque, saca, remuevan?, remueva, remover, quitar, sacar')} (?:(?:mi|este|el|su|nuestro|a mi|mi familia|nuestra) )*${oneOf('numero, numeros, telefono, celular, cel, nombre, familia, contacto')}(?: (?:de|del))*`,
    ],
    ['open', `(?:me |nos )?(?:doy|dar|darnos|den|dan|dame|damos|dado) de baja(?: (?:de|del))*`],
    [
      'texts',
      `${oneOf('cancelo, cancelar?, cancelen?, cancele, anular?, anulen, parar?, paren, pare, detener, detengan?, basta de, no mas, ya no, desactivar?, terminar?, suspendan?, suspender, terminen con, quiten, eliminen, demasiados, muchos, harto de, harta de, cansado de, cansada de, ni un, ya basta de, eviten, sin')}`,
    ],
    [
      'plain',
      `(?:yo )?(?:no|nunca|jamas) (?:me )?(?:di|he dado|dimos) (?:mi )?(?:permiso|consentimiento|autorizacion)|nunca autorice|no autorice|no autorizo`,
    ],
    ['plain', `(?:yo )?(?:no|nunca|jamas) (?:me )?(?:apunte|inscribi|suscribi|registre|anote|pedi)(?: (?:a|para|en))*`],
    ['plain', `(?:retiro|revoco) mi (?:consentimiento|permiso)`],
    ['doubt', `(?:tiene[ns]? el |es )?(?:numero|num|telefono) (?:equivocado|ekivocado|incorrecto|erroneo)`],
    [
      'doubt',
      `(?:se|te|creo que se) (?:equivoco|equivocaron|equivocaste|equivocan?) de (?:numero|persona)|(?:esta|estan) equivocados? de (?:numero|persona)`,
    ],
    ['doubt', `(?:este )?(?:ya )?no es (?:el|su) (?:numero|telefono|celular)(?: de)?`],
    ['doubt', `(?:aqui )?no (?:vive|hay) (?:ninguna?|nadie|aqui)(?: .*)?`],
    ['doubt', `por ahora no (?:me|nos) ${write}`],
  ],
  flags: [
    `^(?:por favor|hermanos?|necesito|quiero|queremos|tengo que|pueden?|podrian?|favor de|quisiera|debo)* ?(?:cancel|borr|elimin|dej(?:ar|en|e)\\b|par(?:ar|en|e)\\b|quit(?:e|en|ar)|saqu|sacar|denme|retir)`,
    `\\b(?:cancelar|cancele|de baja)\\b`,
    `no me (?:llam|visit|busqu)|(?:no|ya no) (?:me |nos )?(?:mand|envi)\\p{L}+ (?:mas )?(?:correo|carta)|no quiero|no gracias|^no,? (?:muchas )?gracias`,
  ],
  never: oneOf(
    'para (?:el|la|los|las|mi|que|un|una|todos|ti|usted|nosotros|cuando|donde|quien|ayudar), baja (?:el|la|del|de peso), alto (?:precio|costo)',
  ),
  stays: oneOf('muy, mas, esta, es, lo, tan, el, un, en, de, no, que'),
  wanted:
    'mejor (?:por |mande|envie|mandenme|un )*(?:texto|mensaje)|(?:por|con) (?:texto|mensaje)s? (?:si|esta bien|mejor)|prefiero (?:texto|mensaje)|(?<!no (?:me|nos) )\\bmand(?:eme|enme|en|e|ame) (?:un )?(?:mensaje|texto)',
  later:
    '\\bpor ahora\\b|\\bhasta\\b|\\bde momento\\b|\\bpor el momento\\b|\\bestoy de viaje\\b|\\bsolo (?:quiero|mand)',
}
