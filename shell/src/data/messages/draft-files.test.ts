import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import type { Draft, StoredUpload } from '../../base/contracts.ts'
import { MemoryStorage } from '../../testing/memory-storage.ts'
import { AttachmentShelf } from './attachment-shelf.ts'
import { joinDraftFiles, missingNames } from './draft-files.ts'
import { DraftStore } from './drafts.ts'
import type { Attachment } from './kept-file.ts'
import { Uploads } from './uploads.ts'

const ticket = 't1'
const upload = (name: string, more: Partial<StoredUpload> = {}): StoredUpload => ({
  id: `id of ${name}` as StoredUpload['id'],
  path: `/media/${name}`,
  name,
  mime: 'image/png',
  bytes: 7,
  ...more,
})
const draft = (uploads: StoredUpload[], files = uploads.map(({ name }) => name!), second = 50): Draft => ({
  ticketId: ticket as Draft['ticketId'],
  text: '',
  files,
  uploads,
  writtenAt: new Date(Date.UTC(2126, 0, 1, 0, 0, second)).toISOString(),
})

/** A page of one user; uploads arrive when the test says so. */
function page(storage = new MemoryStorage()) {
  const asked: { arrive(): void }[] = []
  const removed: string[] = []
  const uploads = new Uploads({
    post: (_ticket, { name }) => new Promise((resolve) => asked.push({ arrive: () => resolve(upload(name)) })),
    remove: async (id) => {
      removed.push(id)
    },
  })
  const [drafts, attachments] = [new DraftStore({ storage, userId: 'u1' }), new AttachmentShelf()]
  joinDraftFiles({ drafts, attachments, uploads })
  const attach = (...names: string[]): File[] => {
    const files = names.map((name) => new File(['x'], name))
    attachments.change(ticket, { files: [...attachments.of(ticket).files, ...files] })
    uploads.begin(ticket, files)
    return files
  }
  const tray = () => attachments.of(ticket).files
  const inDraft = () => [drafts.filesOf(ticket), drafts.uploadsOf(ticket).map(({ name }) => name)]
  const put = (files: readonly Attachment[]) => attachments.change(ticket, { files })
  return {
    storage,
    asked,
    removed,
    uploads,
    drafts,
    attach,
    tray,
    put,
    inDraft,
    names: () => tray().map(({ name }) => name),
  }
}

test('what has arrived is attached again after a reload, in its order, and what had not is only named', async () => {
  const before = page()
  before.attach('a.png', 'b.png', 'c.png')
  before.asked[2]!.arrive()
  before.asked[0]!.arrive()
  await vi.waitFor(() =>
    expect(before.inDraft()).toEqual([
      ['a.png', 'b.png', 'c.png'],
      ['a.png', 'c.png'],
    ]),
  )
  const after = page(before.storage)
  expect(after.tray().map(({ name, size, type }) => [name, size, type])).toEqual([
    ['a.png', 7, 'image/png'],
    ['c.png', 7, 'image/png'],
  ])
  expect(missingNames(after.drafts.filesOf(ticket), after.names())).toEqual(['b.png'])
  // Sent as they are: nothing goes up.
  expect((await after.uploads.stored(ticket, after.tray())).map(({ path }) => path)).toEqual([
    '/media/a.png',
    '/media/c.png',
  ])
  expect(after.asked).toEqual([])
})

test('the order of the tray is the order of the draft', async () => {
  const { drafts, tray, put, inDraft } = page()
  drafts.take([draft([upload('a'), upload('b')])])
  put(tray().toReversed())
  expect(inDraft()).toEqual([
    ['b', 'a'],
    ['b', 'a'],
  ])
})

test('one that is removed leaves the draft and the server', () => {
  const { drafts, tray, put, inDraft, uploads, removed } = page()
  drafts.take([draft([upload('a'), upload('b')])])
  const [a, b] = tray()
  put([b!])
  uploads.drop(a!)
  expect([inDraft(), removed]).toEqual([[['b'], ['b']], ['id of a']])
})

test('one that another device removed, or that is gone, is attached no more; what is still on its way stays', async () => {
  const { drafts, names, attach, removed, asked, inDraft } = page()
  drafts.take([draft([upload('a'), upload('b')])])
  attach('on its way')
  drafts.take([draft([upload('b')], ['a', 'b'], 51)])
  expect([names(), removed]).toEqual([['b', 'on its way'], []])
  asked[0]!.arrive()
  await vi.waitFor(() =>
    expect(inDraft()).toEqual([
      ['b', 'on its way'],
      ['b', 'on its way'],
    ]),
  )
})

test('a path that was signed anew takes the place of the old one', async () => {
  const { drafts, tray, uploads } = page()
  drafts.take([draft([upload('a')])])
  drafts.take([draft([upload('a', { path: '/media/a?later' })])])
  expect((await uploads.stored(ticket, tray()))[0]!.path).toBe('/media/a?later')
})

test('what was sent elsewhere is attached nowhere', () => {
  const { drafts, names } = page()
  drafts.take([draft([upload('a')])])
  drafts.take([draft([], [], 51)])
  expect(names()).toEqual([])
})

test('letters change nothing about the files, nor about those that are to be chosen again', () => {
  const { drafts, tray, uploads } = page()
  drafts.take([draft([upload('a')], ['a', 'lost'])])
  const before = tray()
  drafts.set(ticket, { text: 'Bom dia' })
  uploads.begin('t2', [new File(['x'], 'elsewhere')])
  expect(tray()).toBe(before)
  expect(missingNames(drafts.filesOf(ticket), ['a'])).toEqual(['lost'])
})

test('whatever is attached, moved, removed and arrives, draft and tray agree, also after a reload', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ act: fc.constantFrom('attach', 'arrive', 'remove', 'reverse', 'reload'), at: fc.nat(4) }), {
        maxLength: 20,
      }),
      async (steps) => {
        let here = page()
        let made = 0
        for (const { act, at } of steps) {
          const file = here.tray()[at]
          if (act === 'attach') here.attach(`f${made++}`)
          else if (act === 'arrive') here.asked[at]?.arrive()
          else if (act === 'reverse') here.put(here.tray().toReversed())
          else if (act === 'reload') here = page(here.storage)
          else if (file) {
            here.put(here.tray().filter((one) => one !== file))
            here.uploads.drop(file)
          }
          await Promise.resolve()
          await Promise.resolve()
          await Promise.resolve()
          const arrived = here
            .tray()
            .filter((one) => here.uploads.of(one)?.kind === 'stored')
            .map(({ name }) => name)
          expect(here.drafts.uploadsOf(ticket).map(({ name }) => name)).toEqual(arrived)
          if (act !== 'reload') expect(here.drafts.filesOf(ticket)).toEqual(expect.arrayContaining(here.names()))
        }
      },
    ),
    { numRuns: 100 },
  )
})
