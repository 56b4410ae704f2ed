import { cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { keys } from '../../../base/query-keys.ts'
import { draw } from '../../../testing/draw.rig.tsx'
import { anyTicket } from '../../../testing/samples.ts'
import type { Ticket } from '../../../base/contracts.ts'
import { useSlaThresholds } from '../../../data/company/use-sla-thresholds.ts'
import { SlaMark } from './SlaMark.tsx'

const thresholds = { green: 5, yellow: 15, red: 30 }
const waiting = (minutes: number) =>
  anyTicket(1, {
    status: 'open',
    lastMessageFromMe: false,
    lastMessageAt: new Date(Date.now() - minutes * 60_000 - 1_000).toISOString() as never,
  })
const Marked = ({ ticket }: { ticket: Ticket }) => <SlaMark ticket={ticket} thresholds={useSlaThresholds()} />
const drawn = (minutes: number, slaColours = true) =>
  draw(<Marked ticket={waiting(minutes)} />, { queries: [[keys.settings, { slaColours, slaThresholds: thresholds }]] })

afterEach(cleanup)

describe('how long is left to answer', () => {
  test.each([
    [3, 'O cliente espera há 3 minutos (no prazo). Restam 27 minutos para responder', '27min'],
    [10, 'O cliente espera há 10 minutos (atenção). Restam 20 minutos para responder', '20min'],
    [20, 'O cliente espera há 20 minutos (atrasado). Restam 10 minutos para responder', '10min'],
    [300, 'O cliente espera há 5 horas (atrasado). Prazo vencido há 4 horas', '−4h'],
  ])('S4-128 after %i minutes stands in words and not in colour alone', async (minutes, words, short) => {
    await drawn(minutes)
    expect(screen.getByRole('img', { name: words }).textContent?.replaceAll(/\s/g, '')).toBe(short)
  })

  test('stands still while it is closed, where the company counts opening hours alone', async () => {
    const minute = 60_000
    const now = Date.now()
    // Open until ten minutes ago: of twenty minutes ten count.
    const openings = { from: now - 90 * minute, company: 0, of: {}, spans: [[[now - 90 * minute, now - 10 * minute]]] }
    await draw(<Marked ticket={waiting(20)} />, {
      queries: [
        [keys.settings, { slaColours: true, slaOpeningHours: true, slaThresholds: thresholds }],
        [keys.openings, openings],
      ],
    })
    const words = 'O cliente espera há 10 minutos (atenção). Restam 20 minutos para responder'
    expect(screen.getByRole('img', { name: words }).textContent?.replaceAll(/\s/g, '')).toBe('20min')
  })

  test('S4-128 is not shown where the company does not want it', async () => {
    await drawn(20, false)
    expect(screen.queryByRole('img')).toBeNull()
  })
})
