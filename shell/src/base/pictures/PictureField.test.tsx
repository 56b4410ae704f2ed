import { cleanup, fireEvent, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { draw } from '../../testing/draw.rig.tsx'
import { PictureField } from './PictureField.tsx'

afterEach(cleanup)

async function field(src: string | null) {
  const [onChange, onSubmit] = [vi.fn<(file: File | null) => void>(), vi.fn<() => void>()]
  const drawn = await draw(
    <form onSubmit={onSubmit}>
      <PictureField name="Nádia Prado" src={src} busy={false} onChange={onChange} />
    </form>,
  )
  const picker = drawn.container.querySelector<HTMLInputElement>('input[type=file]')!
  const opened = vi.spyOn(picker, 'click').mockImplementation(() => undefined)
  return { ...drawn, picker, opened, onChange, onSubmit }
}

it('where there is none, a name’s initials stand, and one is chosen at once', async () => {
  const { container, getByRole, queryByRole, picker, opened, onChange } = await field(null)
  expect(container.querySelector('[data-initials=NP]')).toBeTruthy()
  expect(queryByRole('button', { name: 'Remover' })).toBeNull()
  fireEvent.click(getByRole('button', { name: 'Enviar foto' }))
  expect(opened).toHaveBeenCalledOnce()
  const face = new File(['x'], 'rosto.png', { type: 'image/png' })
  fireEvent.change(picker, { target: { files: [face] } })
  expect(onChange).toHaveBeenCalledExactlyOnceWith(face)
})

it('one that was uploaded is replaced at once, and removed after a question, which saves nothing else', async () => {
  const { getByRole, findByRole, opened, onChange, onSubmit } = await field('/media/a/b/picture.webp?e=1&s=2')
  fireEvent.click(getByRole('button', { name: 'Trocar foto' }))
  expect(opened).toHaveBeenCalledOnce()
  fireEvent.click(getByRole('button', { name: 'Remover' }))
  const question = await findByRole('alertdialog', { name: 'Remover esta foto?' })
  expect(question.textContent).toContain('iniciais de Nádia Prado')
  expect(onChange).not.toHaveBeenCalled()
  fireEvent.submit(question.querySelector('form')!)
  await waitFor(() => expect(onChange).toHaveBeenCalledExactlyOnceWith(null))
  expect(onSubmit).not.toHaveBeenCalled()
})

it('one that the channel brought is not replaced without asking', async () => {
  const { getByRole, findByText, opened } = await field('https://cdn.example/rosto.jpg')
  fireEvent.click(getByRole('button', { name: 'Trocar foto' }))
  const words = await findByText('A foto que Nádia Prado usa no canal deixa de aparecer aqui.')
  expect(opened).not.toHaveBeenCalled()
  fireEvent.submit(words.closest('[role=dialog], [role=alertdialog]')!.querySelector('form')!)
  await waitFor(() => expect(opened).toHaveBeenCalledOnce())
})
