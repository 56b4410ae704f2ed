import { mint, type UserId } from '@recado/sdk'
import { renderPanel } from '@recado/sdk/testing/ui'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import words from '../../locales/en.json' with { type: 'json' }
import type { Note } from '../notes/note.ts'
import { NoteCard } from './note-card.tsx'
import { ThreadNote } from './thread/thread-note.tsx'

const id = (n: number) => `018f0000-0000-7000-8000-00000000000${n}`
const note: Note = {
  id: id(1),
  content: 'Asked for a copy',
  mentions: [],
  shared: true,
  pinned: false,
  editable: false,
  createdAt: '2026-01-01T12:00:00.000Z',
  updatedAt: '2026-01-01T12:00:00.000Z',
  user: null,
  queue: null,
  ticket: null,
}
const show = (user: Note['user']) =>
  renderPanel(
    <>
      <NoteCard note={{ ...note, user }} onEdit={() => {}} />
      <ThreadNote note={{ ...note, user }} onEdit={() => {}} />
    </>,
    { plugin: { id: 'notes', version: '0.1.0', title: 'Notes' }, words, fetch: async () => Response.json({}) },
  )
afterEach(cleanup)

test.each<[string, Note['user']]>([
  ['Automation', null],
  ['Bia', { id: mint<UserId>(id(7)), name: 'Bia' }],
])('a note says that it is by %s, beside the conversation and in the thread', (author, user) => {
  show(user)
  const notes = screen.getAllByRole('article', { name: new RegExp(`^Note by ${author}, `) })
  expect(notes.map(({ textContent }) => textContent?.includes(author))).toEqual([true, true])
})
