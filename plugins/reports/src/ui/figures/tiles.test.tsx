import { renderPage } from '@recado/sdk/testing/ui'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import words from '../../../locales/pt-BR.json' with { type: 'json' }
import { Tile } from './tiles.tsx'

afterEach(cleanup)

test.each([
  ['grew', 15, 10, '+50% em relação ao período anterior'],
  ['is as it was', 10, 10, '0% em relação ao período anterior'],
  ['had almost nothing before', 109, 2, '2 no período anterior'],
  ['had nothing before', 109, 0, '0 no período anterior'],
  ['had nothing before either', 0, 0, undefined],
  ['is not compared', 109, undefined, undefined],
  ['has nothing to compare', null, 2, '2 no período anterior'],
])('what %s is told so that it means something', async (_what, now, before, told) => {
  renderPage(
    () => (
      <dl>
        <Tile name="Iniciados" value={String(now)} now={now} before={before} write={String} more="better" />
      </dl>
    ),
    { plugin: { id: 'reports', version: '0.1.0', title: 'Relatórios' }, words },
  )
  await screen.findByText('Iniciados')
  const texts = screen.queryAllByText(/período anterior/).map(({ textContent }) => textContent)
  expect(texts).toEqual(told === undefined ? [] : [told])
})
