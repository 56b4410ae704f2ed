import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { labelsOf, messageOfColumns, ticketOfColumns, type MessageColumns } from './chatwoot-database-rows.ts'

const plain: MessageColumns = {
  ref: '9',
  ticket: '4',
  type: 1,
  user: '7',
  body: 'Oi',
  attributes: null,
  created: 1_709_294_400_437,
  hasFile: false,
  fileType: null,
  address: null,
  key: null,
  name: null,
  service: null,
}

describe('rows of Chatwoot’s database', () => {
  test('are as its API tells of them, in whole seconds', () => {
    expect(messageOfColumns(plain)).toMatchObject({ fromMe: true, user: '7', sent: 1_709_294_400_000, file: null })
    expect(messageOfColumns({ ...plain, type: 0 })).toMatchObject({ fromMe: false, user: null })
    expect(messageOfColumns({ ...plain, attributes: '{"in_reply_to":3,"deleted":true}' })).toMatchObject({
      quoted: '3',
      isDeleted: true,
    })
    const conversation = { ref: '4', contact: '1', connection: '2', user: null, queue: null, labels: 'vip,novo' }
    const times = { opened: 1_709_294_400_437, started: null, updated: 1_709_294_500_999 }
    const read = (status: number) => ticketOfColumns({ ...conversation, ...times, status })
    expect([0, 1, 2, 3, 9].map((status) => read(status).status)).toEqual(['open', 'closed', 'pending', 'pending', null])
    expect(read(1)).toMatchObject({ tags: ['vip', 'novo'], opened: 1_709_294_400_000, updated: 1_709_294_500_000 })
  })

  test('name the file where the storage keeps it', () => {
    const file = { ...plain, hasFile: true, fileType: 0, key: 'ab12cd', name: 'foto.png' }
    expect(messageOfColumns({ ...file, service: 'amazon' })).toMatchObject({ file: 'ab12cd', mediaType: 'image' })
    expect(messageOfColumns({ ...file, service: 'local' })).toMatchObject({ file: 'ab/12/ab12cd' })
    const elsewhere = { ...plain, hasFile: true, fileType: 7, address: 'https://cdn.example/a%20b.jpg' }
    expect(messageOfColumns(elsewhere)).toMatchObject({
      file: 'https://cdn.example/a%20b.jpg',
      mediaName: 'a b.jpg',
      mediaType: 'story_mention',
    })
    expect(messageOfColumns({ ...plain, hasFile: true, fileType: 4 })).toMatchObject({ file: null, mediaName: null })
  })

  test('are read whatever somebody wrote into them', () => {
    const anything = fc.option(fc.oneof(fc.string(), fc.json()), { nil: null })
    fc.assert(
      fc.property(anything, anything, anything, anything, (attributes, address, key, labels) => {
        const row = messageOfColumns({ ...plain, hasFile: true, attributes, address, key, service: 'local' })
        expect(row.quoted === null || typeof row.quoted === 'string').toBe(true)
        expect(typeof row.isDeleted).toBe('boolean')
        for (const label of labelsOf(labels)) expect(label.trim()).not.toBe('')
      }),
    )
  })
})
