import { cleanup, fireEvent } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { Part } from '../../../../base/contracts.ts'
import { draw } from '../../../../testing/draw.rig.tsx'
import { sampleId } from '../../../../testing/samples.ts'
import { Letter } from './Letter.tsx'

afterEach(cleanup)

const part: Extract<Part, { kind: 'html' }> = {
  kind: 'html',
  subject: 'Pedido 42',
  text: 'Segue o comprovante.',
  quoted: 'Em 20/11, Ana escreveu: …',
  media: sampleId(3),
}
const item = { id: sampleId<string>(3), url: '/media/letter?view=letter', mime: 'text/html', name: null, bytes: null }

it('a letter shows its subject and words, and what it quotes when asked for', async () => {
  const { getByText, queryByText, getByRole } = await draw(<Letter part={part} item={item} isTitled={false} />)
  expect(getByText('Pedido 42')).toBeTruthy()
  expect(getByText('Segue o comprovante.')).toBeTruthy()
  expect(queryByText(part.quoted!)).toBeNull()
  const toggle = getByRole('button', { name: 'Mostrar texto citado' })
  expect(toggle.getAttribute('aria-expanded')).toBe('false')
  fireEvent.click(toggle)
  expect(getByText(part.quoted!)).toBeTruthy()
})

const { quoted: _quoted, ...wordsOnly } = part
it('a letter whose layout is gone still has its words', async () => {
  const { queryByRole, getByText } = await draw(<Letter part={wordsOnly} item={undefined} isTitled={false} />)
  expect(getByText('Segue o comprovante.')).toBeTruthy()
  expect(queryByRole('button')).toBeNull()
})

it('a letter in its frame folds what is marked as repeated, and opens it by the same button', async () => {
  const blank = { ...item, url: 'about:blank' }
  const { getByRole, queryByRole, getByTitle } = await draw(<Letter part={part} item={blank} isTitled={false} />)
  fireEvent.click(getByRole('button', { name: 'Mostrar e-mail formatado' }))
  expect(queryByRole('button', { name: 'Mostrar texto citado' })).toBeNull()
  const frame = getByTitle('E-mail formatado: Pedido 42') as HTMLIFrameElement
  const letter = document.implementation.createHTMLDocument()
  letter.body.innerHTML = '<p>Segue.</p><div data-quoted>Ana escreveu</div>'
  Object.defineProperty(frame, 'contentDocument', { value: letter })
  fireEvent.load(frame)
  const toggle = getByRole('button', { name: 'Mostrar texto citado' })
  const isUnfolded = () => letter.documentElement.matches('[data-unfolded]')
  expect([isUnfolded(), toggle.getAttribute('aria-expanded')]).toEqual([false, 'false'])
  expect(letter.head.textContent).toContain('html:not([data-unfolded]) [data-quoted]')
  fireEvent.click(toggle)
  expect(isUnfolded()).toBe(true)
  fireEvent.click(getByRole('button', { name: 'Ocultar texto citado' }))
  expect(isUnfolded()).toBe(false)
})

it('a letter in its frame that repeats nothing has nothing to open', async () => {
  const blank = { ...item, url: 'about:blank' }
  const { getByRole, queryByRole, getByTitle } = await draw(<Letter part={part} item={blank} isTitled={false} />)
  fireEvent.click(getByRole('button', { name: 'Mostrar e-mail formatado' }))
  const frame = getByTitle('E-mail formatado: Pedido 42') as HTMLIFrameElement
  Object.defineProperty(frame, 'contentDocument', { value: document.implementation.createHTMLDocument() })
  fireEvent.load(frame)
  expect(queryByRole('button', { name: 'Mostrar texto citado' })).toBeNull()
})
