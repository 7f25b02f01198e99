import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { decoder, detectEncoding, notText } from './encoding.ts'

const german =
  'Vorname;Nachname;Ort\nJörg;Müller;Köln\nKäthe;Groß;Nürnberg\nBärbel;Weiß;Gütersloh\nRené;Döring;Tübingen\n'
const spanish = 'Nombre,Apellidos\nJosé,Muñoz\nLucía,Ibáñez\nÁngel,Núñez\nConcepción,Peña\n'
const russian =
  'Имя,Фамилия\nАнна,Петрова\nИван,Смирнов\nЕлена,Кузнецова\nСергей,Иванов\nМария,Соколова\nДмитрий,Попов\n'

const read = (bytes: Uint8Array, size = bytes.length) => {
  const decode = decoder(detectEncoding([bytes]))
  let text = ''
  for (let at = 0; at < bytes.length; at += size) text += decode.write(bytes.subarray(at, at + size))
  return { text: text + decode.end(), report: decode.report }
}

test.each([
  ['utf-8', german],
  ['utf-8', spanish],
  ['win1252', german],
  ['win1252', spanish],
  ['macintosh', german],
  ['macintosh', spanish],
  ['win1251', russian],
  ['utf-16le', german],
  ['utf-16be', spanish],
])('%s is read as it was meant', (encoding, text) => {
  const bytes = iconv.encode(text, encoding)
  expect(read(bytes).text).toBe(text)
  expect(read(bytes, 7).text).toBe(text)
})

test('byte order marks name the encoding and are no text', () => {
  for (const encoding of ['utf-8', 'utf-16le', 'utf-16be']) {
    expect(read(iconv.encode(german, encoding, { addBOM: true })).text).toBe(german)
  }
})

test('a late line in Windows-1252 among UTF-8 is fixed and counted', () => {
  const bytes = Buffer.concat([
    Buffer.from(german.repeat(3)),
    iconv.encode('Hélène;Dupré;Liège\n', 'win1252'),
    Buffer.from(german),
  ])
  expect(detectEncoding([bytes])).toEqual({ label: 'utf-8', mixed: true })
  const { text, report } = read(bytes, 11)
  expect(text).toBe(`${german.repeat(3)}Hélène;Dupré;Liège\n${german}`)
  expect(report).toEqual({ nuls: 0, replaced: 0, repairedLines: 1 })
})

test('NULs and damaged characters are counted', () => {
  expect(read(Buffer.from('A\0nn,\uFFFD\uFFFD\n'))).toEqual({
    text: 'Ann,\uFFFD\uFFFD\n',
    report: { nuls: 1, replaced: 2, repairedLines: 0 },
  })
})

test('what is no text is said in a sentence', () => {
  expect(notText(new Uint8Array())).toBe('This file is empty.')
  expect(notText(Buffer.from('PK\x03\x04....', 'latin1'))).toMatch(/Excel workbook/)
  expect(notText(Uint8Array.from({ length: 500 }, (_, i) => i % 9))).toMatch(/no readable text/)
  expect(notText(Buffer.from(german))).toBeNull()
  expect(notText(iconv.encode(german, 'utf-16le'))).toBeNull()
  expect(notText(Buffer.from('A\0nn,Smith,ann@example.org\n'))).toBeNull()
})
