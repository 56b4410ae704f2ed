import { ApiError, DateField, DateTimeField, toast, Toaster, useFieldErrors } from '@recado/sdk/ui'
import { act, cleanup, fireEvent } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { draw } from '../testing/draw.rig.tsx'

/* The kit's sentences as the specification words them: in Portuguese. */

afterEach(cleanup)

it('S8-006 success begins with “Tudo certo...”', async () => {
  const { getByRole } = await draw(<Toaster />)
  act(() => void toast.success('Canal salvo.'))
  expect(getByRole('log').textContent).toMatch(/^Tudo certo\.\.\. Canal salvo\./)
})

it('S8-182 what nobody foresaw is “Ocorreu um erro”, without a word of the exception', async () => {
  const { getByRole } = await draw(<Toaster />)
  act(() => void toast.error(new Error('password=hunter2')))
  expect(getByRole('alert').textContent).toMatch(/^Ocorreu um erro/)
  expect(getByRole('alert').textContent).not.toContain('hunter2')
})

it.each([
  ['a day', DateField, '31/02/2026'],
  ['a moment', DateTimeField, '31/01/2026 25:00'],
] as const)('S5-125 %s that no calendar has is “Data inválida!”', async (_what, Kind, text) => {
  const Form = () => {
    const [value, setValue] = useState<string | null>('')
    return <Kind label="Desde" value={value} onValueChange={setValue} />
  }
  const { getByLabelText, getByText } = await draw(<Form />)
  fireEvent.focus(getByLabelText('Desde'))
  fireEvent.change(getByLabelText('Desde'), { target: { value: text } })
  fireEvent.blur(getByLabelText('Desde'))
  expect(getByText('Data inválida!')).toBeTruthy()
})

it('S5-118 S5-119 S5-120 S5-121 S5-122 a form says what is required, no e-mail, too little, too short and too long', async () => {
  const broken = [
    ['name', 'required'],
    ['email', 'email'],
    ['port', 'min', 1],
    ['password', 'minLength', 8],
    ['title', 'maxLength', 60],
  ] as const
  const failure = new ApiError('ERR_VALIDATION', 422, {
    issues: broken.map(([path, rule, limit]) => ({
      path: `body.${path}`,
      message: 'in words of its own',
      rule,
      limit,
    })),
  })
  const Shown = () => <output>{Object.values(useFieldErrors()(failure)).join(' | ')}</output>
  const { getByRole } = await draw(<Shown />)
  expect(getByRole('status').textContent).toBe(
    'Preencha este campo | Digite um e-mail válido | O mínimo é 1 | Use pelo menos 8 caracteres | Use no máximo ' +
      '60 caracteres',
  )
})
