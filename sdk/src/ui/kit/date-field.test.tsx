import { DateField, DateTimeField, useFieldErrors, ApiError } from '@recado/sdk/ui'
import { renderPanel } from '@recado/sdk/testing/ui'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'

const plugin = { id: 'notes', version: '1.0.0', title: 'Notes' }
afterEach(cleanup)

function draw(kind: typeof DateField, initial: string | null = '') {
  const taken: (string | null)[] = []
  const Form = ({ Kind }: { Kind: typeof DateField }) => {
    const [value, setValue] = useState(initial)
    return (
      <>
        <Kind
          label="Since"
          value={value}
          onValueChange={(next) => {
            taken.push(next)
            setValue(next)
          }}
        />
        <button type="button" onClick={() => setValue('2030-12-31')}>
          outside
        </button>
      </>
    )
  }
  renderPanel(<Form Kind={kind} />, { plugin })
  const input = () => screen.getByLabelText<HTMLInputElement>('Since')
  return {
    taken,
    input,
    type: (text: string) => {
      fireEvent.change(input(), { target: { value: text } })
      input().setSelectionRange(text.length, text.length)
    },
  }
}

test('S5-123 a day is typed as digits and given as an ISO day', () => {
  const { taken, input, type } = draw(DateField)
  type('31')
  type('310')
  expect(input().value).toBe('31/0')
  type('31/01/2026')
  expect([input().value, taken.at(-1)]).toEqual(['31/01/2026', '2026-01-31'])
  type('')
  expect(taken.at(-1)).toBe('')
})

test('S5-124 a moment carries its time', () => {
  const { taken, input, type } = draw(DateTimeField, '2026-01-31T04:05')
  expect(input().value).toBe('31/01/2026 04:05')
  type('31/01/2026 14:30')
  expect(taken.at(-1)).toBe('2026-01-31T14:30')
})

test('S5-125 what is no date is said at its field, once it is left, and not while it is being typed', () => {
  const { taken, input, type } = draw(DateField)
  fireEvent.focus(input())
  type('31/02/2026')
  expect(taken.at(-1)).toBeNull()
  expect(screen.queryByText('Invalid date!')).toBeNull()
  fireEvent.blur(input())
  expect(screen.getByText('Invalid date!')).toBeTruthy()
  expect(input().getAttribute('aria-invalid')).toBe('true')
  fireEvent.click(screen.getByText('outside'))
  expect([input().value, screen.queryByText('Invalid date!')]).toEqual(['31/12/2030', null])
})

test('the calendar opens by its button and by Alt and the down arrow, and fills the field', () => {
  const { taken, input } = draw(DateField)
  const calendar = document.querySelector<HTMLInputElement>('input[type="date"]')!
  const showPicker = vi.fn<() => void>()
  calendar.showPicker = showPicker
  fireEvent.click(screen.getByLabelText('Open calendar'))
  fireEvent.keyDown(input(), { key: 'ArrowDown', altKey: true })
  expect(showPicker).toHaveBeenCalledTimes(2)
  fireEvent.change(calendar, { target: { value: '2026-05-09' } })
  expect([taken.at(-1), input().value]).toEqual(['2026-05-09', '09/05/2026'])
})

test('S5-118 S5-119 S5-120 S5-121 S5-122 what the server finds wrong has a sentence at its field, whatever words the server uses', () => {
  const issue = (path: string, rule?: 'required' | 'email' | 'min' | 'minLength' | 'maxLength', limit?: number) => ({
    path: `body.${path}`,
    message: 'zod says so',
    rule,
    limit,
  })
  const failure = new ApiError('ERR_VALIDATION', 422, {
    issues: [
      issue('name', 'required'),
      issue('email', 'email'),
      issue('port', 'min', 1),
      issue('password', 'minLength', 8),
      issue('title', 'maxLength', 60),
      issue('videos.0.url'),
    ],
  })
  const Shown = () => <output>{JSON.stringify(useFieldErrors()(failure))}</output>
  renderPanel(<Shown />, { plugin })
  expect(JSON.parse(screen.getByRole('status').textContent!)).toEqual({
    name: 'Fill in this field',
    email: 'Enter a valid e-mail address',
    port: 'The minimum is 1',
    password: 'Use at least 8 characters',
    title: 'Use at most 60 characters',
    'videos.0.url': 'The format is not valid',
  })
})
