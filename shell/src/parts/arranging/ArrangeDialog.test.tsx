import { cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { draw } from '../../testing/draw.rig.tsx'
import { ArrangeDialog } from './ArrangeDialog.tsx'
import { arranged, type Arrangement } from './arrangement.ts'

afterEach(cleanup)

const parts = [
  { key: 'contact', title: 'Contato' },
  { key: 'tags', title: 'Etiquetas' },
  { key: 'logs', title: 'Histórico' },
]

function Panel() {
  const [arrangement, setArrangement] = useState<Arrangement>({ order: [], hidden: [] })
  return (
    <>
      <output>
        {arranged(
          parts.map(({ key }) => key),
          arrangement,
        )
          .filter((key) => !arrangement.hidden.includes(key))
          .join(' ')}
      </output>
      <ArrangeDialog
        title="Detalhes"
        pins
        parts={parts}
        arrangement={arrangement}
        onChange={setArrangement}
        onClose={() => undefined}
      />
    </>
  )
}

test('sections move by buttons, are hidden and shown again, and all go back to how they came', async () => {
  const { container } = await draw(<Panel />)
  const panel = () => container.querySelector('output')!.textContent
  fireEvent.click(screen.getByRole('button', { name: 'Mover Histórico para cima' }))
  fireEvent.click(screen.getByRole('button', { name: 'Mover Contato para cima' }))
  expect(panel()).toBe('contact logs tags')
  fireEvent.click(screen.getByRole('checkbox', { name: 'Etiquetas' }))
  expect(panel()).toBe('contact logs')
  fireEvent.click(screen.getByRole('checkbox', { name: 'Etiquetas' }))
  expect(panel()).toBe('contact logs tags')
  fireEvent.click(screen.getByRole('button', { name: 'Restaurar padrão' }))
  expect(panel()).toBe('contact tags logs')
})

test('a section is dragged onto another one, and pinned on top, and it is said where it went', async () => {
  const { container } = await draw(<Panel />)
  const panel = () => container.querySelector('output')!.textContent
  const item = (name: string) => screen.getByRole('checkbox', { name }).closest('li')!
  const dataTransfer = { setData: () => undefined, setDragImage: () => undefined }
  fireEvent.dragStart(item('Histórico').querySelector('[draggable]')!, { dataTransfer })
  fireEvent.dragOver(item('Contato'), { dataTransfer })
  fireEvent.drop(item('Contato'), { dataTransfer })
  expect(panel()).toBe('logs contact tags')
  expect(screen.getByRole('status').textContent).toBe('Histórico agora é o item 1 de 3')
  fireEvent.click(screen.getByRole('button', { name: 'Fixar Etiquetas no topo' }))
  expect(panel()).toBe('tags logs contact')
  fireEvent.click(screen.getByRole('button', { name: 'Soltar Etiquetas' }))
  expect(panel()).toBe('logs contact tags')
})
