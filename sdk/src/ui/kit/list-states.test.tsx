import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { ListStates } from './list-states.tsx'

afterEach(cleanup)

const never = { isPending: false, isError: false, isSuccess: false, error: null, refetch: () => undefined }
const draw = (query: Partial<typeof never>, isEmpty = false) =>
  render(
    <ListStates query={{ ...never, ...query }} what="the tags" rows={2} rowHeight="4rem" isEmpty={isEmpty}>
      <p>No tags yet</p>
    </ListStates>,
  )

it('draws the shape of rows while the list is read', () => {
  const { container } = draw({ isPending: true }, true)
  expect(container.querySelectorAll('.k-skeleton')).toHaveLength(2)
  expect(screen.queryByText('No tags yet')).toBeNull()
})

it('says that it could not be read, and reads again', () => {
  let reads = 0
  draw({ isError: true, refetch: () => void reads++ }, true)
  expect(screen.getByRole('alert').textContent).toContain('the tags')
  fireEvent.click(screen.getByRole('button'))
  expect(reads).toBe(1)
})

it('draws what says that there is nothing, and nothing beside rows', () => {
  draw({ isSuccess: true }, true)
  expect(screen.getByText('No tags yet')).toBeTruthy()
  cleanup()
  expect(draw({ isSuccess: true }).container.innerHTML).toBe('')
})
