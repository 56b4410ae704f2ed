import { expect, test } from 'vitest'
import { cellsOf, isFromUs, keysOf, statusOf, tagsIn } from './read-cells.ts'
import { guessColumns, isEnough, TableChoice, type TableField } from './table-choice.ts'

const file = '018f0000-0000-7000-8000-000000000001'
const choice = (...columns: TableField[]) => TableChoice.parse({ file, name: 'x', columns })

test('columns are guessed by headings in three languages, each once', () => {
  expect(
    guessColumns(['Protocolo', 'Cliente', 'Telefone', 'Mensagem', 'Data/Hora', 'Atendente', 'Nome', 'Cor']),
  ).toEqual(['ticketId', 'contactName', 'contactNumber', 'messageText', 'messageTime', 'user', 'ignore', 'ignore'])
})

test.each<[boolean, TableField[]]>([
  [true, ['contactNumber']],
  [true, ['ticketId', 'contactName', 'messageText']],
  [false, ['contactName', 'messageText']],
  [false, ['ticketId', 'messageText']],
  [false, ['contactName', 'contactName']],
])('%s: %s', (isGood, columns) => expect(isEnough(columns)).toBe(isGood))

test('a contact is known by its id, number, address or name, and a message by its words without an id', () => {
  const table = choice('ticketId', 'contactNumber', 'contactName', 'messageText', 'messageTime')
  const keys = (...cells: string[]) => keysOf(cellsOf(table, cells), table)
  const one = keys('T1', '+55 (11) 98765-4321', 'Ana', 'Oi', '01/03/2024 10:00')
  expect(one).toMatchObject({ contact: '5511987654321', ticket: 'T1', at: '2024-03-01T13:00:00.000Z' })
  expect(keys('T1', '5511987654321', 'Ana', 'Oi', '01/03/2024 10:00').message).toBe(one.message)
  expect(keys('T1', '5511987654321', 'Ana', 'Olá', '01/03/2024 10:00').message).not.toBe(one.message)
  expect(keys('T2', '', 'Ana', '', '')).toEqual({ contact: 'ana', ticket: 'T2', message: null, at: null })
  expect(keys('', '', '', 'Oi', '')).toEqual({ contact: null, ticket: null, message: null, at: null })
})

test('words of tables', () => {
  expect(['Saída', 'true', 'Agente', 'cliente', 'in', ''].map(isFromUs)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ])
  expect(['Aberto', 'pendente', 'resolvido', ''].map(statusOf)).toEqual(['open', 'pending', 'closed', null])
  expect(tagsIn(' VIP; vip,Novo | ')).toEqual(['vip', 'novo'])
})
