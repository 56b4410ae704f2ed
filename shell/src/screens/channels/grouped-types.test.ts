import { expect, test } from 'vitest'
import type { ChannelType } from '../../data/channels/use-channel-type.ts'
import { groupedTypes } from './grouped-types.ts'

const type = (title: string, description: string | null, letters = false) =>
  ({ info: { capabilities: { letters } }, title, description }) as ChannelType
const types = [
  type('Órbita', null),
  type('E-mail', 'Uma caixa da empresa', true),
  type('Canal 10', null),
  type('Canal 9', 'Com código de barras'),
]
const named = (search: string) =>
  groupedTypes(types, search, 'pt-BR').map((group) => [group.kind, group.types.map(({ title }) => title)])

test('stand by their names, messages before mail, in whatever order the plugins come', () => {
  expect(named('')).toEqual([
    ['messages', ['Canal 9', 'Canal 10', 'Órbita']],
    ['mail', ['E-mail']],
  ])
})

test('are found by words of the name and the description, without accents too', () => {
  expect(named('codigo canal')).toEqual([['messages', ['Canal 9']]])
  expect(named('CAIXA ')).toEqual([['mail', ['E-mail']]])
  expect(named('fax')).toEqual([])
})
