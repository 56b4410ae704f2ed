import { cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { draw } from '../../testing/draw.rig.tsx'
import { WaitingTime } from './WaitingTime.tsx'

const thresholds = { green: 5, yellow: 15, red: 30, openings: null }
const drawn = (minutes: number, colours: typeof thresholds | null = thresholds) =>
  draw(
    <WaitingTime
      since={new Date(Date.now() - minutes * 60_000 - 1_000).toISOString()}
      thresholds={colours}
      about={{}}
    />,
  )

afterEach(cleanup)

describe('how long a customer has waited', () => {
  test.each([
    [0, 'agora', 'text-success'],
    [10, '10min', 'text-warning'],
    [300, '5h', 'text-danger'],
    [4 * 1_440, '4dia', 'text-danger'],
  ])('after %i minutes is a duration, however long ago it was', async (minutes, short, tone) => {
    await drawn(minutes)
    const time = screen.getByText((_, element) => element?.tagName === 'TIME')
    expect(time.textContent.replaceAll(/\s/g, '')).toContain(short)
    expect(time.className).toContain(tone)
  })

  test('has no colour where the company wants none', async () => {
    await drawn(300, null)
    expect(screen.getByTitle('O cliente espera há 5 horas').className).toContain('text-ink-muted')
  })
})
