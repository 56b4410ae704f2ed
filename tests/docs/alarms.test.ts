import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Alarm } from '@recado/contracts'

const page = readFileSync(join(import.meta.dirname, '../../docs/operations/alarms.md'), 'utf8')

it('the page of alarms says what each of them means', () => {
  const kinds = Alarm.options.map((option) => option.shape.kind.value)
  const explained = [...page.matchAll(/^\| `(\w+)`/gm)].map(([, kind]) => kind)
  expect(explained.toSorted()).toEqual(kinds.toSorted())
})
