import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createEventParser, type ServerEvent } from './sse.ts'

const parse = (...chunks: string[]): ServerEvent[] => {
  const events: ServerEvent[] = []
  const feed = createEventParser((event) => events.push(event))
  for (const chunk of chunks) feed(chunk)
  return events
}

test('events are the same however the text was cut, with any line end', () => {
  const event = fc.record({
    id: fc.option(fc.stringMatching(/^[0-9]{1,6}$/), { nil: undefined }),
    event: fc.stringMatching(/^[a-z]{1,8}$/),
    data: fc.json(),
  })
  fc.assert(
    fc.property(
      fc.array(event, { maxLength: 6 }),
      fc.constantFrom('\n', '\r\n', '\r'),
      fc.array(fc.nat(), { maxLength: 12 }),
      (events, end, cuts) => {
        const text =
          events
            .map(({ id, event: name, data }) =>
              [
                ': alive',
                ...(id === undefined ? [] : [`id: ${id}`]),
                `event: ${name}`,
                ...data.split(/\r\n|\r|\n/).map((line) => `data: ${line}`),
                '',
                '',
              ].join(end),
            )
            .join('') + ':'
        const places = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((a, b) => a - b)
        const chunks = [0, ...places].map((from, index) => text.slice(from, places[index]))
        expect(parse(...chunks)).toEqual(parse(text))
        expect(parse(text).map(({ event: name }) => name)).toEqual(events.map(({ event: name }) => name))
      },
    ),
  )
})

test('comments and empty events say nothing, and an unfinished event waits', () => {
  expect(parse(': alive\n\nretry: 3000\n\n', 'event: message\ndata: 1')).toEqual([])
  expect(parse('data: 1\n', 'data: 2\n\n')).toEqual([{ id: undefined, event: 'message', data: '1\n2' }])
})

test('any text is read without an error', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), (chunks) => {
      expect(Array.isArray(parse(...chunks))).toBe(true)
    }),
  )
})
