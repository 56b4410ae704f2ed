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
