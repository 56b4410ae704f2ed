import { renderPanel } from '@recado/sdk/testing/ui'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import words from '../../locales/en.json' with { type: 'json' }
import { InsertPicture, wordsOfFile } from './insert-picture.tsx'

afterEach(cleanup)

test('a picture is uploaded, and its Markdown is put into the text', async () => {
  const inserted: string[] = []
  const sent: string[] = []
  renderPanel(<InsertPicture onInsert={(markdown) => inserted.push(markdown)} />, {
    plugin: { id: 'knowledge', version: '0.1.0', title: 'Knowledge base' },
    words,
    errors: {},
    fetch: async (_input, init) => {
      sent.push(((init!.body as FormData).get('file') as File).name)
      return Response.json({ address: 'imagem:0197f000-0000-7000-8000-000000000001' })
    },
  })
  const file = new File(['x'], 'Our [shop] (front).png', { type: 'image/png' })
  fireEvent.change(screen.getByLabelText('Insert picture', { selector: 'input' }), { target: { files: [file] } })
  await waitFor(() => expect(inserted).toEqual(['![Our shop front](imagem:0197f000-0000-7000-8000-000000000001)']))
  expect(sent).toEqual(['Our [shop] (front).png'])
})

test('words of a file hold no mark of Markdown', () => {
  expect(wordsOfFile('a](b)![c\\.tar.png')).toBe('a b c .tar')
})
