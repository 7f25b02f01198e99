import { afterEach, expect, test } from 'vitest'
import { clock } from '#kernel/clock.ts'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { aForm, fill, hiddenIn, inboxOf, open, pageOf, pat, peopleOf, post } from '#testing/forms.ts'
import { testHouse } from '#testing/house.ts'
import { type Definition, field } from '../rules/definition.ts'

afterEach(() => clock.reset())

/** The connect card in English, Spanish and Arabic; of the Arabic one nothing is translated yet. */
async function spoken() {
  const made = await aForm('connect')
  const { church, form } = made
  const told: Record<string, { label: string; options?: string[] }> = {
    first_name: { label: 'Nombre' },
    visit: { label: '¿Es su primera visita?', options: ['Primera vez', 'Ya vine antes', 'Es mi iglesia'] },
    interests: { label: 'Me interesa', options: ['Grupos', 'Bautismo'] },
    email_news: { label: 'Sí, envíenme noticias por correo.' },
  }
  const fields = form.draft.fields.map(one =>
    told[one.key] ? { ...one, words: { es: { help: '', options: [], ...told[one.key]! } } } : one,
  )
  const draft: Definition = {
    ...form.draft,
    fields: [...fields, field('letter', 'file', 'Letter')],
    languages: ['es', 'ar'],
    words: { es: { title: 'Tarjeta de bienvenida', button: 'Enviar', thanksTitle: 'Mucho gusto' } },
  }
  const replies = { es: { subject: 'Gracias, {firstName}', text: '' } }
  const handling = { ...form.handling, replies }
  const saved = await church.staff.forms.update({ id: form.id, version: form.version, draft, handling })
  await church.staff.forms.publish(saved)
  return { ...made, draft }
}
const inSpanish = { headers: { 'accept-language': 'es-MX,es;q=0.9,en;q=0.5' } }

test('each language is a page of its own, and both land in one column; the consent is kept in the words that were shown', async () => {
  const { church, form, at } = await spoken()
  const english = await pageOf(at)
  expect(english).toContain('<html lang="en" dir="ltr"')
  expect(english).toContain('Is this your first visit?')
  const html = await (await open(at, inSpanish)).text()
  expect(html).toContain('<html lang="es" dir="ltr"')
  for (const text of ['Tarjeta de bienvenida', 'Nombre', 'Primera vez', 'Enviar', 'Mucho gusto', 'Código postal'])
    expect(html).toContain(text)
  // What nobody has translated is shown as it is; what is answered has the same name in every language.
  expect(html).toContain('Last name')
  expect(html).toMatch(/value="First time"><span>Primera vez/)
  expect(await pageOf(`${at}?lang=ar`)).toMatch(/<html lang="ar" dir="rtl"[\s\S]*Is this your first visit\?/)
  expect(await (await open(`${at}?lang=en`, inSpanish)).text()).toContain('<html lang="en"')

  const [ana, pam] = [pat(), pat()]
  const wrong = await fill(`${at}?lang=es`, { ...ana, email: 'ana@' }, { _lang: 'es' })
  expect((await wrong.answer.json()).problems).toEqual({ email: 'Escriba una dirección de correo válida, por favor' })
  const yes = { visit: 'First time', interests: ['Baptism'], email_news: 'yes' }
  const { body } = await fill(`${at}?lang=es`, { ...ana, ...yes }, { _lang: 'es' })
  await fill(at, { ...pam, ...yes }, { _lang: 'xx' })
  const again = await post(at, body, { accept: 'text/html' })
  expect(again.headers.get('location')).toBe(`${at}?sent=1&lang=es`)
  expect(await pageOf(`${at}?sent=1&lang=es`)).toContain('Mucho gusto')
  await runWaitingJobs()

  const rows = await inboxOf(church)
  expect(rows.map(row => row.language)).toEqual(['en', 'es'])
  const { payload, consents, definition } = await church.staff.formSubmissions.get({ id: rows[1]!.id })
  expect(payload).toMatchObject({ visit: 'First time', interests: ['Baptism'] })
  expect(consents).toMatchObject([{ value: ana.email, wording: 'Sí, envíenme noticias por correo.' }])
  expect(definition.words?.es?.title).toBe('Tarjeta de bienvenida')
  const { owner } = await testHouse()
  const { rows: kept } = await owner.query(
    `select evidence ->> 'wording' as wording, evidence ->> 'language' as language from consents
     where client_id = $1 and source = 'form' order by id`,
    [church.id],
  )
  const { rows: mails } = await owner.query(
    `select subject, body_text as text from messages where client_id = $1 and kind = 'form-auto-reply' order by id`,
    [church.id],
  )
  expect(mails.map(one => one.subject)).toEqual(['Gracias, Pat', 'Thank you for writing to us'])
  expect(mails[0].text).toContain('Recibe este mensaje porque')
  expect(kept).toEqual([
    { wording: 'Sí, envíenme noticias por correo.', language: 'es' },
    { wording: 'Yes, send me news by email. I can unsubscribe at any time.', language: 'en' },
  ])
  const { csv } = await church.admin.formSubmissions.export({ formId: form.id })
  expect(csv.match(/First time/g)).toHaveLength(2)
  expect(csv).toContain(',Español,')
  expect(csv).not.toContain('Primera vez')
  expect(await peopleOf(church)).toHaveLength(2)
})

test('another language keeps what was typed, without JavaScript and without storing anything', async () => {
  const { church, form, at } = await spoken()
  const html = await pageOf(at)
  const token = hiddenIn(html, 'token')
  const pdf = { method: 'POST', body: '%PDF-1.7 a letter', headers: { 'form-token': token } }
  const { ticket } = (await (await open(`${at}/files?name=letter.pdf`, pdf)).json()) as { ticket: string }
  const typed = new URLSearchParams({ first_name: 'Ana "María"', email: 'not yet', visit: 'First time', _to: 'es' })
  for (const one of ['Baptism', 'Serving']) typed.append('interests', one)
  typed.set('family.0.firstName', 'Luis')
  for (const name of ['key', 'token', 'via']) typed.set(name, hiddenIn(html, name))
  typed.set('letter', ticket)
  typed.set('_step', '0')
  const answer = await post(`${at}?embed=1`, typed.toString(), { accept: 'text/html' })
  const spanish = await answer.text()
  expect([answer.status, answer.headers.get('x-frame-options')]).toEqual([200, null])
  expect(spanish).toContain('<html lang="es" dir="ltr" data-embedded>')
  expect(spanish).toMatch(/name="first_name"[^>]*value="Ana &quot;María&quot;"/)
  for (const value of ['First time', 'Baptism', 'Serving'])
    expect(spanish).toMatch(new RegExp(`value="${value}" checked`))
  expect(spanish).toContain('value="Luis"')
  expect(spanish).toContain('<span>letter.pdf</span>')
  // Still the same page: its key, and the time since which someone types.
  for (const name of ['key', 'token']) expect(hiddenIn(spanish, name)).toBe(hiddenIn(html, name))
  // Nothing is wrong yet: nobody has sent it.
  expect(spanish).toContain('data-problem="email"></p>')
  expect(await inboxOf(church)).toEqual([])

  // The version that the page showed, though another one was published meanwhile.
  const now = await church.staff.forms.get(form)
  const draft = { ...now.draft, title: 'New', languages: [], words: {} }
  await church.staff.forms.publish(await church.staff.forms.update({ id: form.id, version: now.version, draft }))
  const later = await (await post(at, typed.toString(), { accept: 'text/html' })).text()
  expect(later).toContain('Tarjeta de bienvenida')
  expect(await pageOf(`${at}?lang=es`)).toMatch(/<html lang="en"[\s\S]*New/)
})

test('a kiosk begins in the form’s own language, or in the one of its address, whatever the browser prefers', async () => {
  const { at } = await spoken()
  const html = await (await open(`${at}?kiosk=1`, inSpanish)).text()
  expect(html).toContain('<html lang="en" dir="ltr" data-kiosk>')
  expect(html).toMatch(/name="_to" value="es" lang="es"/)
  expect(await pageOf(`${at}?kiosk=1&lang=es`)).toMatch(/lang="es"[\s\S]*action="[^"]*\?kiosk=1&amp;lang=es"/)
})

test('translations that make no sense are refused at their field; a form without languages shows no switch', async () => {
  const { church, form, draft, at } = await spoken()
  const { id, version } = await church.staff.forms.get(form)
  const visit = draft.fields.findIndex(one => one.key === 'visit')
  const told = (options: string[]) => ({
    ...draft,
    fields: draft.fields.map((one, i) =>
      i === visit ? { ...one, words: { es: { label: '', help: '', options } } } : one,
    ),
  })
  const cases: [object, (string | number)[]][] = [
    [told(['Igual', 'Igual', '']), ['draft', 'fields', visit, 'words']],
    [told(['1', '2', '3', '4']), ['draft', 'fields', visit, 'words']],
    [{ ...draft, languages: ['es', 'es'] }, ['draft', 'languages']],
    [{ ...draft, languages: ['xx'] }, ['draft', 'languages', 0]],
    [{ ...draft, words: { es: { title: 'x'.repeat(121) } } }, ['draft', 'words', 'es', 'title']],
  ]
  for (const [wrong, path] of cases)
    await expect(church.staff.forms.update({ id, version, draft: wrong as never })).rejects.toMatchObject({
      data: { issues: [{ path }] },
    })
  expect(await pageOf(at)).toContain('class="languages"')
  const plain = await aForm('contact')
  expect(await pageOf(plain.at)).not.toContain('class="languages"')
  await fill(plain.at, { ...pat(), subject: 'Hi', message: 'Hi' })
  expect(await inboxOf(plain.church)).toMatchObject([{ language: '' }])
})
