import { expect, test } from 'vitest'
import { readDanger } from './danger.ts'
import { languageOf } from './languages.ts'

test.each([
  ['I want to kill myself', 'self_harm', 'en'],
  ['im on the bridge. tell my mom im sorry', 'self_harm', 'en'],
  ['sitting in the garage with the car running', 'self_harm', 'en'],
  ['not gonna be here tmrw, thx for everything', 'self_harm', 'en'],
  ['I will be with my husband again by tomorrow morning, I have made up my mind', 'self_harm', 'en'],
  ['having suicidel thoughts again', 'self_harm', 'en'],
  ['me quiero matar', 'self_harm', 'es'],
  ['estoy arriba del puente, perdónenme', 'self_harm', 'es'],
  ['as crianças estão sozinhas em casa com fome desde ontem', 'minor', 'pt'],
  ['my stepdad makes me undress and says it is our secret', 'minor', 'en'],
  ['a man at church sends my daughter pictures of himself, she is 12', 'minor', 'en'],
  ['the kids next door have been left alone for two days with no food', 'minor', 'en'],
])('%s tells of danger', (text, kind, language) => expect(readDanger(text)).toMatchObject({ kind, language }))

test.each([
  'I don’t want to live anymore',
  'I want to end it all',
  'I wish I were dead',
  'everyone would be better off without me',
  'I have a plan to kill myself',
  'I took a bunch of pills',
  'my husband beats me',
  'my stepdad touches me at night',
  'I’m going to shoot up the church',
  'my daughter says she wants to kill herself',
  'ya no quiero vivir',
  'mi esposo me pega',
  'não aguento mais viver',
])('%s pages someone', text => expect(readDanger(text)?.level).toBe('page'))

test.each([
  'My phone is about to die, call you later',
  'The kids were scared of the puppet show haha',
  'I have an exam on Friday, it will kill me',
  'We are studying the sacrifice of Isaac on Sunday',
  'Dad’s funeral is on Tuesday at 2, please pray for our family',
  'The boys got slaughtered on Saturday, 42 to 3',
  'I would kill for one of your tacos right now',
  'Can you send me the schedule for the nursery?',
  'What time is the service on Sunday?',
  '¿A qué hora es la misa del domingo?',
  'Qual é o horário do culto no domingo?',
])('%s wakes nobody', text => expect(readDanger(text)?.level).not.toBe('page'))

test('a sign at the end of a long text is read, and its language is the text’s own', () => {
  expect(
    readDanger(`${'Pray for our town and its people. '.repeat(3_000)} I want to kill myself tonight.`),
  ).toMatchObject({
    level: 'page',
    kind: 'self_harm',
    language: 'en',
  })
  expect(['Hello, how are you?', 'Hola, ¿cómo estás?', 'Olá, como você está?', 'ok'].map(languageOf)).toEqual([
    'en',
    'es',
    'pt',
    'en',
  ])
})
